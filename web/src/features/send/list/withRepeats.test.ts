import { changed } from "@sendwright/core/list/change";
import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { withRepeats } from "./withRepeats.ts";

const list = aList("Name,Email\nAnn,ann@x.org\nBo,bo@x.org\nAnn,ANN@x.org\nAnna,ann@x.org\n");
const name = [aVariable("Name")];

it("skips a person, not only a row: no other row with their mailbox is sent instead", () => {
  const check = aCheck(list, name);
  const ids = withRepeats(check, [1]);
  expect(ids).toEqual([1, 3, 4]);
  const skipped = changed(list, { type: "skip", ids, as: "by_hand" });
  expect(aCheck(skipped, name).rows.filter(({ verdict }) => verdict === "ready")).toMatchObject([{ id: 2 }]);
});

it("skips only the row if each gets an email of its own", () => {
  const each = changed(list, { type: "repeats", repeats: "each" });
  // A row with the same values is still sent only once.
  expect(withRepeats(aCheck(each, name), [1])).toEqual([1, 3]);
  const kept = changed(list, { type: "repeat", id: 4, isKept: true });
  expect(withRepeats(aCheck(kept, name), [1])).toEqual([1, 3]);
});

it("also skips a row that repeats a repeat", () => {
  const chain = aList("Name,Email\nAnn,ann@x.org\nAnna,ann@x.org\nAnna,Ann@x.org\n");
  const first = changed(chain, { type: "repeats", repeats: "first" });
  const check = aCheck(first, name);
  expect(check.rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, 1, 2]);
  const skipped = changed(first, { type: "skip", ids: withRepeats(check, [1]), as: "by_hand" });
  expect(aCheck(skipped, name).rows.filter(({ verdict }) => verdict === "ready")).toEqual([]);
});

it("skips no one else for a row that is a repeat itself, and names no row twice", () => {
  expect(withRepeats(aCheck(list, name), [2])).toEqual([2]);
  expect(withRepeats(aCheck(list, name), [3])).toEqual([3]);
  expect(withRepeats(aCheck(list, name), [1, 4])).toEqual([1, 4, 3]);
});
