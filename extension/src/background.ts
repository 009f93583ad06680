/**
 * The extension's worker. Chrome stops it at will: everything it knows is stored, and every
 * listener is there from the first turn on.
 */
import { ORIGIN } from "./shared/settings.ts";
import { paint } from "./worker/badge.ts";
import { forgetLeftovers } from "./worker/leftovers.ts";
import { makeMenus, onMenu, openPanel } from "./worker/menus.ts";
import { onMessage, onPageMessage } from "./worker/messageHandlers.ts";
import { openOnClick } from "./worker/notify.ts";
import { followAttempt } from "./worker/sending.ts";
import { provideWorkerAccess } from "./worker/workerAccess.ts";

provideWorkerAccess();

chrome.runtime.onMessage.addListener(onMessage);
chrome.runtime.onMessageExternal.addListener(onPageMessage);
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === "session" || area === "local") void forgetLeftovers(changes, area);
});
chrome.contextMenus.onClicked.addListener((info, tab) => void onMenu(info, tab));
chrome.commands.onCommand.addListener((command, tab) => {
  if (command === "open-panel" && tab) openPanel(tab.windowId);
});
openOnClick();
chrome.permissions.onAdded.addListener(openOnClick);
chrome.runtime.onInstalled.addListener(() => {
  void makeMenus();
  void joinOpenPages();
});

/** Pages of ours that were open before the extension came have no content script yet. */
async function joinOpenPages(): Promise<void> {
  const tabs = await chrome.tabs.query({ url: `${ORIGIN}/*` });
  for (const { id } of tabs) {
    // A tab that is just being closed or has crashed cannot be joined; it does not matter.
    if (id !== undefined)
      await chrome.scripting
        .executeScript({ target: { tabId: id }, files: ["bridge.js"] })
        .catch(() => []);
  }
}

void paint();
void followAttempt();
