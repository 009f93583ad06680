import { changed } from "@sendwright/core/list/change";
import { feedsOf } from "@sendwright/core/list/mapping";
import { beforeEach, expect, it } from "vitest";
import { forgetEverything } from "../../../lib/remembered.ts";
import { aVariable } from "../../../testing/templates.ts";
import { aList } from "../factories.ts";
import { rememberFeeds, withRememberedFeeds } from "./rememberedFeeds.ts";

const variables = [aVariable("Invoice"), aVariable("Name")];
const list = aList("Full Name,Email,Rechnungsnr.\nAnn,ann@example.org,17\n");
const chosen = changed(list, {
  type: "feed",
  feeds: new Map([
    ["Invoice", { column: "Rechnungsnr." }],
    ["Name", { column: "Full Name" }],
  ]),
});

beforeEach(() => localStorage.clear());

it("knows the columns again that a person chose for a template, in another list with these headers", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const next = aList("Email,Rechnungsnr.\nbo@example.org,18\n");
  const feeds = feedsOf(withRememberedFeeds("uid-ada", "t1", next), variables);
  expect([...feeds]).toEqual([
    ["Invoice", "Rechnungsnr."],
    ["Name", null],
  ]);
  expect(withRememberedFeeds("uid-ada", "t2", next)).toBe(next);
  expect(withRememberedFeeds("uid-grace", "t1", next)).toBe(next);
});

it("gives way to what is chosen now", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const same = changed(list, { type: "feed", feeds: new Map([["Invoice", "same"]]) });
  expect(feedsOf(withRememberedFeeds("uid-ada", "t1", same), variables).get("Invoice")).toBeNull();
});

it("stores no header, and nothing at all of one that looks like data", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  const stored = JSON.stringify(localStorage);
  for (const header of list.columns) expect(stored).not.toContain(header);
  for (const header of ["ann@example.org", "0170 123", "03.04.2026"]) {
    localStorage.clear();
    rememberFeeds("uid-ada", "t1", changed(list, { type: "feed", feeds: new Map([["Name", { column: header }]]) }));
    expect(localStorage).toHaveLength(0);
  }
});

it("is gone after a logout, and an unreadable memory is none", () => {
  rememberFeeds("uid-ada", "t1", chosen);
  forgetEverything();
  expect(withRememberedFeeds("uid-ada", "t1", list)).toBe(list);
  localStorage.setItem("sendwright:of:uid-ada:feeds:t1", "{[");
  expect(withRememberedFeeds("uid-ada", "t1", list)).toBe(list);
});
