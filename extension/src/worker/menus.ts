import { splitRecipients } from "@sendwright/core/recipients/list";
import { readMailto } from "@sendwright/core/recipients/mailto";
import { pastedPeople } from "@sendwright/core/recipients/pasted";
import type { RecipientText } from "@sendwright/core/recipients/recipients";
import type { Task } from "../shared/stored.ts";
import { collectSoon } from "./pages.ts";
import { taskOfPerson } from "./tasks.ts";

const MENUS: chrome.contextMenus.CreateProperties[] = [
  {
    id: "write-link",
    title: "Add this address as a recipient",
    contexts: ["link"],
    targetUrlPatterns: ["mailto:*"],
  },
  { id: "write-selection", title: "Add “%s” to the recipients", contexts: ["selection"] },
  {
    id: "collect",
    title: "Collect addresses from this page",
    // Everywhere in a page.
    contexts: ["page", "frame", "selection", "link", "editable", "image", "video", "audio"],
  },
  { id: "insert", title: "Insert template", contexts: ["editable"] },
];

/** Recreates the menu entries; Chrome keeps them between starts of the worker. */
export async function makeMenus(): Promise<void> {
  await chrome.contextMenus.removeAll();
  for (const menu of MENUS) chrome.contextMenus.create(menu);
}

/**
 * Opens the side panel. Must be called in the turn of the click itself; where Chrome refuses, our
 * page opens in a tab.
 */
export function openPanel(windowId: number): void {
  chrome.sidePanel
    .open({ windowId })
    .catch(() => chrome.tabs.create({ url: chrome.runtime.getURL("panel.html") }));
}

/** The task of a click. A mistyped address comes along, to be corrected in the form. */
function writeTo(people: readonly RecipientText[], subject = "", body = ""): Task {
  const recipients = people.map(({ text }) => text);
  return { kind: "write", recipients, subject, body, id: crypto.randomUUID() };
}

/**
 * `chrome.contextMenus.onClicked`. The panel opens first: after any wait the click no longer
 * counts.
 */
export async function onMenu(
  info: chrome.contextMenus.OnClickData,
  tab: chrome.tabs.Tab | undefined,
): Promise<void> {
  if (!tab) return;
  openPanel(tab.windowId);
  const store = await taskOfPerson();
  switch (info.menuItemId) {
    case "insert":
      // The click has put the cursor into its field: the panel looks for it there.
      return store({ kind: "insert", id: crypto.randomUUID() });
    case "collect":
      return store(await collectSoon(tab, store));
    case "write-link": {
      const mailto = readMailto(info.linkUrl ?? "");
      if (mailto === null) return;
      const { to, copies, subject, body } = mailto;
      // Copies are people, too: each gets an email of their own.
      return store(writeTo(splitRecipients(`${to}, ${copies}`), subject, body));
    }
    case "write-selection":
      return store(writeTo(pastedPeople(info.selectionText ?? "")));
  }
}
