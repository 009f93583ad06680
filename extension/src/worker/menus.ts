import { repairedRecipient } from "@sendwright/core/recipients/faults";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { pastedPeople } from "@sendwright/core/recipients/pasted";
import type { RecipientText } from "@sendwright/core/recipients/recipients";
import type { Task } from "../shared/stored.ts";
import { collectSoon } from "./pages.ts";
import { taskOfPerson } from "./tasks.ts";

/** The content of a `mailto:` link. */
export interface Mailto {
  /** As written, comma-joined; empty if the link names no one. */
  to: string;
  subject: string;
  body: string;
}

/** A part of an address as it was meant; a stray % stays, and hides no other code. */
function decodedUrlText(text: string): string {
  return text.replace(/%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

/**
 * The content of a `mailto:` link (RFC 6068), or null if it isn't one. A plus is a plus there, not
 * a space. Ignores hidden copies and other headers: each person gets a separate email and sees no
 * one else.
 */
export function readMailto(link: string): Mailto | null {
  if (!/^mailto:/i.test(link)) return null;
  const [path = "", query = ""] = link.slice("mailto:".length).split(/\?(.*)/s);
  const to = path.split(",").map(decodedUrlText);
  const found = { subject: "", body: "" };
  for (const part of query.split("&")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    const key = decodedUrlText(name).toLowerCase();
    if (key === "to") to.push(decodedUrlText(value));
    if (key === "subject") found.subject = decodedUrlText(value).replace(/\s+/g, " ").trim();
    if (key === "body") found.body = decodedUrlText(value).replace(/\r\n?/g, "\n");
  }
  return { to: to.filter((one) => one.trim() !== "").join(", "), ...found };
}

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

/** The task of a click; a mistyped address comes along if the form can offer its repair. */
function writeTo(people: readonly RecipientText[], subject: string, body: string): Task {
  const recipients = people
    .filter(({ address, text }) => address !== null || repairedRecipient(text) !== null)
    .map((recipient) => recipient.text);
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
  const mailto = readMailto(info.linkUrl ?? "");
  // The click has put the cursor into its field: the panel looks for it there.
  if (info.menuItemId === "insert") await store({ kind: "insert", id: crypto.randomUUID() });
  if (info.menuItemId === "collect") await store(await collectSoon(tab, store));
  if (info.menuItemId === "write-link" && mailto)
    await store(writeTo(splitRecipients(mailto.to), mailto.subject, mailto.body));
  if (info.menuItemId === "write-selection")
    await store(writeTo(pastedPeople(info.selectionText ?? ""), "", ""));
}
