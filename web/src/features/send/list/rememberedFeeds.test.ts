import { applyChange } from "@sendwright/core/list/change";
import { feedsOf } from "@sendwright/core/list/mapping";
import { beforeEach, expect, it } from "vitest";
import { forgetEverything } from "../../../lib/remembered.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList } from "../factories.ts";
import { rememberedFeeds, rememberFeeds, withRememberedFeeds } from "./rememberedFeeds.ts";

const variables = [aVariable("Invoice"), aVariable("Name")];
const list = aList("Full Name,Email,Rechnungsnr.\nAnn,ann@example.org,17\n");
const chosen = applyChange(list, {
  type: "feed",
  feeds: new Map([
    ["Invoice", { column: "Rechnungsnr." }],
    ["Name", { column: "Full Name" }],
  ]),
});

beforeEach(() => localStorage.clear());

const recall = (next: typeof list, template = "t1", uid = "uid-ada") =>
  withRememberedFeeds(next, rememberedFeeds(uid, template), variables);

it("recognizes the columns that you chose for a template in another list with these headers", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const next = aList("Email,Rechnungsnr.\nbo@example.org,18\n");
  expect([...feedsOf(recall(next), variables)]).toEqual([
    ["Invoice", "Rechnungsnr."],
    ["Name", null],
  ]);
  expect(recall(next, "t2")).toBe(next);
  expect(recall(next, "t1", "uid-grace")).toBe(next);
});

it("gives way to your current choice, and to a column that has the name", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const same = applyChange(list, { type: "feed", feeds: new Map([["Invoice", "same"]]) });
  expect(feedsOf(recall(same), variables).get("Invoice")).toBeNull();
  const named = aList("Email,Full Name,name,Rechnungsnr.\nbo@example.org,Bo Li,Bo,18\n");
  expect(feedsOf(recall(named), variables).get("Name")).toBe("name");
});

it("forgets a column once everyone gets the same value", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const same = new Map([
    ["Invoice", "same" as const],
    ["Name", "same" as const],
  ]);
  rememberFeeds("uid-ada", "t1", applyChange(list, { type: "feed", feeds: same }));
  expect(recall(list)).toBe(list);
});

it("keeps the columns of placeholders that a list has no column for", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const next = applyChange(list, {
    type: "feed",
    feeds: new Map([["Place", { column: "Email" }]]),
  });
  rememberFeeds("uid-ada", "t1", next);
  expect(rememberedFeeds("uid-ada", "t1").size).toBe(3);
});

it("stores no header, and nothing about one that looks like data", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const stored = JSON.stringify(localStorage);
  for (const header of list.columns) expect(stored).not.toContain(header);
  for (const header of ["ann@example.org", "0170 123", "03.04.2026"]) {
    localStorage.clear();
    rememberFeeds(
      "uid-ada",
      "t1",
      applyChange(list, { type: "feed", feeds: new Map([["Name", { column: header }]]) }),
    );
    expect(localStorage).toHaveLength(0);
  }
});

it("stores nothing about a file without headers, in which a person is in their place", () => {
  const headless = aList("Ann Good,ann@example.org,Oak Street\nBo Li,bo@example.org,Elm Street\n");
  const feeds = new Map([["Name", { column: "Ann Good" }]]);
  const remembered = () => rememberedFeeds("uid-ada", "t1").size;
  rememberFeeds("uid-ada", "t1", applyChange(headless, { type: "feed", feeds }));
  expect([localStorage.length, remembered()]).toEqual([0, 0]);
  rememberFeeds("uid-ada", "t1", chosen);
  const before = remembered();
  rememberFeeds("uid-ada", "t1", applyChange(headless, { type: "feed", feeds }));
  expect([before > 0, remembered()]).toEqual([true, before]);
});

it("takes no column from another placeholder", () => {
  const kids = [aVariable("ChildName"), aVariable("Kid")];
  const file = aList("Email,child name\na@x.org,Mia\n");
  const column = { column: "child name" };
  for (const names of [["Kid"], ["ChildName", "Kid"]]) {
    const feeds = new Map(names.map((name) => [name, column]));
    rememberFeeds("uid-ada", "t1", applyChange(file, { type: "feed", feeds }));
    const recalled = withRememberedFeeds(file, rememberedFeeds("uid-ada", "t1"), kids);
    expect([...feedsOf(recalled, kids).values()]).toEqual(["child name", "child name"]);
  }
});

it("is gone after you sign out, and an unreadable one counts as blank", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  forgetEverything();
  expect(recall(list)).toBe(list);
  localStorage.setItem("sendwright:of:uid-ada:feeds:t1", "{[");
  expect(recall(list)).toBe(list);
});
