import { PERSONAL, personalKey, readStored, removeStored, writeStored } from "./storage.ts";

const stickyKey = (variable: string) => `sticky:${variable}`;

/** The remembered value of a sticky variable (rule: sticky values), or "". */
export function stickyValue(uid: string, variable: string): string {
  return remembered(uid, stickyKey(variable)) ?? "";
}

/** Remembers a sticky variable's value; a blank one is forgotten. */
export function rememberSticky(uid: string, variable: string, value: string): void {
  remember(uid, stickyKey(variable), value);
}

/** The value remembered for a user under a name in this browser, or null. */
export function remembered(uid: string, name: string): string | null {
  return readStored("localStorage", personalKey(uid, name));
}

/** Remembers a value for a user; null or a blank one is forgotten. */
export function remember(uid: string, name: string, value: string | null): void {
  writeStored("localStorage", personalKey(uid, name), value?.trim() ? value : null);
}

const SEND_TAB = "send-tab";

/** The tab in which this person last sent a template: where "Send" on a template leads. */
export function lastSendTab(uid: string): "direct" | "bulk" {
  return remembered(uid, SEND_TAB) === "bulk" ? "bulk" : "direct";
}

export function rememberSendTab(uid: string, tab: "direct" | "bulk"): void {
  remember(uid, SEND_TAB, tab);
}

/** From before the names had user ids; we can't tell whose these are. */
const NAMELESS = ["sendwright:sticky:", "sendwright:direct-send:"];

/** Deletes everything remembered in this browser: it's personal, so a sign-out deletes it. */
export function forgetEverything(): void {
  const isPersonal = (key: string) =>
    [PERSONAL, ...NAMELESS].some((prefix) => key.startsWith(prefix));
  removeStored("localStorage", isPersonal);
  removeStored("sessionStorage", isPersonal);
}
