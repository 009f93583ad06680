import { expect, it } from "vitest";
import { checked, listOfRows } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import type { List } from "./list.ts";

const ROWS = [
  ["a@x.org", "Ann"],
  ["A@x.org", "Bo"],
  ["b@x.org", "Ann"],
  ["a@x.org", ""],
];

/** All lists of four of these rows, with each decision about the third. */
function* lists(): Generator<List> {
  for (let at = 0; at < ROWS.length ** 4; at++) {
    const picked = [64, 16, 4, 1].map((step) => ROWS[Math.floor(at / step) % 4] ?? []);
    const list = listOfRows(["Email", "Name"], picked);
    yield list;
    for (const isKept of [true, false]) yield applyChange(list, { type: "repeat", id: 3, isKept });
  }
}

it("the question says how many emails each answer makes", () => {
  let questions = 0;
  for (const list of lists()) {
    const asked = checked(list, "{{Name}}").repeats;
    if (asked === null) continue;
    questions += 1;
    const answered = (repeats: "each" | "first") =>
      checked(applyChange(list, { type: "repeats", repeats }), "{{Name}}");
    expect(asked.emails).toEqual({
      each: answered("each").summary.ready,
      first: answered("first").summary.ready,
      joined: checked(list, "{{#rows}}{{Name}}{{/rows}}").summary.ready,
    });
    expect(answered("each").repeats?.emails).toEqual(asked.emails);
  }
  expect(questions).toBe(330);
});

it("the question doesn't count emails that go to several addresses", () => {
  const list = listOfRows(
    ["Email", "Name"],
    [
      ["a@x.org, b@x.org", "Ann"],
      ["b@x.org", "Bo"],
    ],
  );
  const both = applyChange(list, { type: "several", columns: ["Email"], as: "cc" });
  expect(checked(both, "{{Name}}").repeats).toMatchObject({ isOpen: true, emails: null });
});
