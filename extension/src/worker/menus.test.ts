import { expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { makeMenus } from "./menus.ts";

it("offers to collect addresses after a click on an image too", async () => {
  fakeChrome();
  const made: chrome.contextMenus.CreateProperties[] = [];
  const contextMenus = { removeAll: async () => undefined, create: (menu: (typeof made)[number]) => made.push(menu) };
  vi.stubGlobal("chrome", { ...chrome, contextMenus });
  await makeMenus();
  expect(made.find(({ id }) => id === "collect")?.contexts).toContain("image");
});
