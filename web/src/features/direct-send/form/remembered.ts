const TEMPLATE = "sendwright:direct-send:template";
const SENDING = "sendwright:direct-send:sending";

/** A browser may refuse to keep anything; then nothing is remembered, and everything else works. */
function read(store: () => Storage, key: string): string | null {
  try {
    return store().getItem(key);
  } catch {
    return null;
  }
}

function write(store: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null || value === "") store().removeItem(key);
    else store().setItem(key, value);
  } catch {
    // As above.
  }
}

const browser = () => localStorage;
const thisTab = () => sessionStorage;

/** The template that was chosen last (specification, section 3: Browser storage). */
export const rememberedTemplate = () => read(browser, TEMPLATE);
/** Takes a template's id, or null to forget it. */
export const rememberTemplate = (id: string | null) => write(browser, TEMPLATE, id);

/** The send that was on its way when this tab of the browser was reloaded. */
export const rememberedSend = () => read(thisTab, SENDING);
/** Takes the id of a send that begins, or null when its outcome is known. */
export const rememberSend = (id: string | null) => write(thisTab, SENDING, id);
