/**
 * The content script on the page's own origin, and nowhere else: passes the page's event on to the
 * worker.
 */
import { AUTH_EVENT, AUTH_REQUEST_EVENT, type AuthEventDetail } from "@sendwright/core/contract";
import { authDetail } from "../shared/workerMessages.ts";

/** After an update of the extension this script is an orphan: its `chrome.runtime` has no id. */
const isAlive = () => chrome.runtime?.id !== undefined;

let passing: Promise<unknown> = Promise.resolve();

function pass(event: Event): void {
  if (!isAlive()) {
    window.removeEventListener(AUTH_EVENT, pass);
    return;
  }
  const detail = event instanceof CustomEvent ? authDetail(event.detail) : null;
  if (!detail) return;
  // In the order of the events.
  passing = passing.then(() => delivered(detail));
}

/** How often an event is sent to a worker that was stopped before it had finished. */
const TRIES = 3;

async function delivered(detail: AuthEventDetail): Promise<void> {
  for (let tries = 0; tries < TRIES && isAlive(); tries += 1) {
    const isDone = await chrome.runtime.sendMessage({ type: "auth", detail }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Asks the page to announce its session again. It answers at once, in the same turn. */
function ask(): Promise<unknown> {
  window.dispatchEvent(new Event(AUTH_REQUEST_EVENT));
  return passing;
}

window.addEventListener(AUTH_EVENT, pass);
chrome.runtime.onMessage.addListener((message: { type?: unknown }, sender, answer) => {
  if (sender.id !== chrome.runtime.id || message?.type !== "repeat") return false;
  void ask().then(() => answer(null));
  return true;
});
void ask();
