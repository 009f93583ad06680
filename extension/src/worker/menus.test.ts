import { formatRecipient, parseRecipient } from "@sendwright/core/recipients/recipients";
import { PASTES } from "@sendwright/core/testing/pastes";
import { expect, it, vi } from "vitest";
import type { Task } from "../shared/stored.ts";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { makeMenus, onMenu, readMailto } from "./menus.ts";

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

it.each(PASTES)(
  "takes the people of a selection, and typos that can be repaired: $what",
  async (paste) => {
    const browser = fakeChrome();
    vi.stubGlobal("chrome", { ...chrome, sidePanel: { open: async () => undefined } });
    const { text: selectionText, people, typos = [] } = paste;
    const tab = { windowId: 1 } as chrome.tabs.Tab;
    await onMenu({ menuItemId: "write-selection", selectionText } as never, tab);
    const { task } = browser.session as { task?: Task };
    const texts = task?.kind === "write" ? task.recipients : [];
    const repairable = typos.filter(([, repair]) => repair !== null).map(([text]) => text);
    expect(texts.filter((text) => parseRecipient(text) === null)).toEqual(repairable);
    expect(texts.flatMap((text) => parseRecipient(text) ?? []).map(formatRecipient)).toEqual(
      people,
    );
  },
);

it("takes the name in a selection that is only a name and an address", async () => {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", { ...chrome, sidePanel: { open: async () => undefined } });
  const selectionText = "Ann Good ann@example.org";
  const tab = { windowId: 1 } as chrome.tabs.Tab;
  await onMenu({ menuItemId: "write-selection", selectionText } as never, tab);
  expect(browser.session.task).toMatchObject({ recipients: ["Ann Good <ann@example.org>"] });
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

it.each([
  ["mailto:ann@example.org", { to: "ann@example.org", subject: "", body: "" }],
  [
    "MAILTO:ann@example.org,bo@example.org",
    { to: "ann@example.org, bo@example.org", subject: "", body: "" },
  ],
  [
    "mailto:?to=ann%40example.org&subject=A%20b",
    { to: "ann@example.org", subject: "A b", body: "" },
  ],
  [
    "mailto:a+b@x.org?subject=1+1&body=One%0D%0ATwo&cc=cy@x.org",
    { to: "a+b@x.org", subject: "1+1", body: "One\nTwo" },
  ],
  [
    "mailto:ann@example.org?subject=100%&body=x=y",
    { to: "ann@example.org", subject: "100%", body: "x=y" },
  ],
  [
    "mailto:ann@example.org?subject=100%%20of%20%7B%7BName%7D%7D&body=%E4%20%C3%A4",
    { to: "ann@example.org", subject: "100% of {{Name}}", body: "%E4 \u00e4" },
  ],
  [
    "mailto:ann@example.org?subject=A%0D%0ABcc:%20eve@x.org",
    { to: "ann@example.org", subject: "A Bcc: eve@x.org", body: "" },
  ],
  ["https://example.org/?mailto:x", null],
  ["", null],
])("reads %j", (link, found) => expect(readMailto(link)).toEqual(found));
