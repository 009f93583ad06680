import { expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { makeMenus } from "./menus.ts";

it("offers to collect addresses wherever one can click in a page", async () => {
  fakeChrome();
  const made: chrome.contextMenus.CreateProperties[] = [];
  const contextMenus = { removeAll: async () => undefined, create: (menu: (typeof made)[number]) => made.push(menu) };
  vi.stubGlobal("chrome", { ...chrome, contextMenus });
  await makeMenus();
  const places = ["page", "frame", "selection", "link", "editable", "image", "video", "audio"];
  expect(made.find(({ id }) => id === "collect")?.contexts).toEqual(places);
  expect(made.find(({ id }) => id === "insert")?.contexts).toEqual(["editable"]);
});
