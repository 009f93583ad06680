import { formatRecipient, parseRecipient } from "@sendwright/core/recipients/recipients";
import { PASTES } from "@sendwright/core/testing/pastes";
import { expect, it, vi } from "vitest";
import type { Task } from "../shared/stored.ts";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { makeMenus, onMenu } from "./menus.ts";

/** The entries of the context menu, by id. */
async function menusMade() {
  fakeChrome();
  const made = new Map<string | undefined, chrome.contextMenus.CreateProperties>();
  const create = (menu: chrome.contextMenus.CreateProperties) => made.set(menu.id, menu);
  vi.stubGlobal("chrome", {
    ...chrome,
    contextMenus: { removeAll: async () => undefined, create },
  });
  await makeMenus();
  return made;
}

it("offers to collect addresses after a click on an image too", async () => {
  expect((await menusMade()).get("collect")?.contexts).toContain("image");
});

it("fits a selection with several addresses", async () => {
  expect((await menusMade()).get("write-selection")?.title).toBe("Add “%s” to the recipients");
});

/** The texts that a click adds to the recipients. */
async function recipientsAfter(click: Partial<chrome.contextMenus.OnClickData>): Promise<string[]> {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", { ...chrome, sidePanel: { open: async () => undefined } });
  await onMenu(click as never, { windowId: 1 } as chrome.tabs.Tab);
  const { task } = browser.session as { task?: Task };
  return task?.kind === "write" ? [...task.recipients] : [];
}

const selected = (selectionText: string) =>
  recipientsAfter({ menuItemId: "write-selection", selectionText });

it.each(PASTES)("takes the people and the typos of a selection: $what", async (paste) => {
  const { text, people, typos = [] } = paste;
  const texts = await selected(text);
  expect(texts.filter((one) => parseRecipient(one) === null)).toEqual(typos.map(([typo]) => typo));
  expect(texts.flatMap((one) => parseRecipient(one) ?? []).map(formatRecipient)).toEqual(people);
});

it("takes the name in a selection that is only a name and an address", async () => {
  expect(await selected("Ann Good ann@example.org")).toEqual(["Ann Good <ann@example.org>"]);
});

it("takes everyone whom a link names, also those whose address is wrong", async () => {
  const linkUrl = "mailto:ann@example.org,bo@example?cc=cy@example.org&subject=Hi";
  const texts = await recipientsAfter({ menuItemId: "write-link", linkUrl });
  expect(texts).toEqual(["ann@example.org", "bo@example", "cy@example.org"]);
});

it("“Insert template” stores no field: the panel looks for the cursor, in whichever frame it is", async () => {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", { ...chrome, sidePanel: { open: async () => undefined } });
  const tab = { id: 1, windowId: 1, url: "https://mail.example" } as chrome.tabs.Tab;
  await onMenu({ menuItemId: "insert", frameId: 7 } as never, tab);
  expect(browser.session.task).toEqual({
    kind: "insert",
    id: expect.any(String),
    uid: null,
    at: expect.any(Number),
  });
  expect(browser.injected).toEqual([]);
});
