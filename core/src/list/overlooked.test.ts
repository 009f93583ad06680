import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { rowValues } from "../check/types.ts";
import { compileTemplate, isBlank, parseTemplate } from "../placeholders/placeholders.ts";
import { formats, listOfRows } from "../testing/csvCheck.ts";
import "../../../test/seed.ts";
import { looseName } from "../placeholders/likeness.ts";
import { applyChange } from "./change.ts";
import { checkList } from "./check.ts";
import { cellText, type Feed, type List, textIn } from "./list.ts";
import { feedsOf, foreignColumns, likelyColumns } from "./mapping.ts";
import { overlookedColumns } from "./overlooked.ts";
import { samplesIn } from "./samples.ts";

const BODY = "<p>Dear {{Child first name|text:your child}}{{#Drives=yes}}, thanks{{/Drives}}.</p>";

function found(list: List, body = BODY, subject = "", values = new Map<string, string>()) {
  const { variables } = parseTemplate({ subject, body });
  const feeds = feedsOf(list, variables);
  const check = checkList(list, { ...formats, subject, body, variables, values, limit: 1_000 });
  return {
    variables,
    feeds,
    check,
    overlooked: overlookedColumns(list, feeds, check, variables, { subject, body }),
  };
}

const people = listOfRows(
  ["Email", "First name child", "Driving", "Name"],
  [
    ["a@b.co", "Mia", "yes", "Ms Roth"],
    ["b@b.co", "Ben", "no", "Mr Falk"],
    ["c@b.co", "Sofia", "yes", "Ms Roth"],
  ],
);
const feeding = (list: List, name: string, feed: Feed) =>
  applyChange(list, { type: "feed", feeds: new Map([[name, feed]]) });

describe("a placeholder without values, although a column looks like it", () => {
  it("is named with the number of emails and what they say, with a fallback or only in a condition", () => {
    expect(found(people).overlooked).toEqual([
      { variable: "Child first name", header: "First name child", emails: 3, says: "your child" },
      { variable: "Drives", header: "Driving", emails: 3, says: null },
    ]);
  });

  it("is named if more than a third of the emails lack its own column's value, and no earlier", () => {
    const rows = ["", "Ben", "Sofia", "", "Ada", "Kim"].map((first, at) => [
      `p${at}@b.co`,
      first,
      `Child ${at}`,
    ]);
    const own = (of: string[][]) =>
      listOfRows(["Email", "Child first name", "First name child"], of);
    expect(found(own(rows)).overlooked).toEqual([]);
    expect(found(own(rows.slice(0, 5))).overlooked).toEqual([
      { variable: "Child first name", header: "First name child", emails: 2, says: "your child" },
    ]);
  });

  test.each<[string, List]>([
    ["the same for everyone was chosen", feeding(people, "Child first name", "same")],
    ["its column was chosen", feeding(people, "Child first name", { column: "Driving" })],
    [
      "the column is empty",
      applyChange(people, {
        type: "cells",
        cells: [1, 2, 3].map((id) => ({ id, header: "First name child", cell: " " })),
      }),
    ],
    [
      "the column has a copy's address",
      applyChange(people, { type: "copies", field: "cc", header: "First name child" }),
    ],
    ["no email is ready", applyChange(people, { type: "skip", ids: [1, 2, 3], as: "by_hand" })],
  ])("isn't named if %s", (_why, list) => {
    expect(found(list).overlooked.map(({ variable }) => variable)).not.toContain(
      "Child first name",
    );
  });

  it("isn't named if everyone gets a value, or if a missing one keeps an email back", () => {
    const values = new Map([["Child first name", "all children"]]);
    expect(found(people, BODY, "", values).overlooked.map(({ variable }) => variable)).toEqual([
      "Drives",
    ]);
    expect(found(people, "{{Child first name}}").overlooked).toEqual([]);
  });

  test.each([
    [
      "its fallback is in a condition",
      "{{#Drives}}{{Child first name|text:your child}}{{/Drives}}",
      "",
      null,
    ],
    [
      "its fallback is only in an address",
      '<a href="https://b.co/?c={{Child first name|text:x}}">y</a>',
      "",
      null,
    ],
    [
      "it's in a repeated part, which each row has",
      "{{#rows}}{{Child first name|text:your child}}{{/rows}}",
      "",
      "your child",
    ],
    [
      "a total has it only if all rows are blank",
      "{{Child first name|sum:0}}{{#rows}}x{{/rows}}",
      "",
      null,
    ],
    ["its fallback is blank", "{{Child first name|text: }}", "", null],
    ["it's in the subject", "", "For {{Child first name|text:your child}}", "your child"],
    [
      "a second use takes the first one's fallback",
      "{{#Drives}}{{Child first name|text:x}}{{/Drives}}{{Child first name}}",
      "",
      "x",
    ],
  ])("says what the emails say only if all of them do: %s", (_why, body, subject, says) => {
    expect(
      found(people, body, subject).overlooked.find(
        ({ variable }) => variable === "Child first name",
      )?.says ?? null,
    ).toBe(says);
  });
});

test("every sentence about columns is true, whatever the list, the email and the decisions", () => {
  const header = fc.constantFrom(
    "Email",
    "First name child",
    "Child first name",
    "Driving",
    "Drives",
    "Kick-off",
    "kick off",
    "Place",
    "Name",
    "Bcc mail",
  );
  const cell = fc.constantFrom("", " ", "Mia", "Ben", "yes", "no", "10:30");
  const part = fc.constantFrom(
    "{{Child first name|text:your child}}",
    "{{#Drives=yes}}thanks{{/Drives}}",
    "{{#Name}}Dear {{Name}}{{/Name}}",
    "{{^Place}}at home{{/Place}}",
    "{{Kick-off|text:soon}}",
    "{{#Drives}}{{Place|text:somewhere}}{{/Drives}}",
    "{{Email}}",
  );
  const given = fc.record({
    headers: fc.uniqueArray(header, { minLength: 1, maxLength: 7 }),
    rows: fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 6 }),
    parts: fc.array(part, { minLength: 1, maxLength: 5 }),
    decisions: fc.array(fc.tuple(fc.nat(9), fc.nat(8)), { maxLength: 3 }),
    bcc: fc.option(fc.nat(6)),
    values: fc.dictionary(fc.constantFrom("Kick-off", "Place", "Name"), cell),
  });
  fc.assert(
    fc.property(given, ({ headers, rows, parts, decisions, bcc, values }) => {
      const columns = ["Address", ...headers];
      const body = `<p>${parts.join("")}</p>`;
      const { variables } = parseTemplate({ body });
      let list = listOfRows(
        columns,
        rows.map((cells, at) => [`p${at}@b.co`, ...cells]),
      );
      for (const [variable, column] of decisions) {
        const name = variables[variable]?.name;
        const chosen = columns[column];
        if (name !== undefined)
          list = feeding(list, name, chosen === undefined ? "same" : { column: chosen });
      }
      if (bcc !== null && columns[bcc] !== undefined)
        list = applyChange(list, { type: "copies", field: "bcc", header: columns[bcc] ?? null });
      const { feeds, check, overlooked } = found(list, body, "", new Map(Object.entries(values)));
      const used = new Set([list.mapping.address, list.mapping.bcc, ...feeds.values()]);

      // "Columns that this email doesn't use": in the list, in no use, and the name of nothing in
      // the email.
      const names = new Set(variables.map(({ name }) => looseName(name)));
      for (const one of foreignColumns(list, feeds)) {
        expect(columns).toContain(one);
        expect(used.has(one)).toBe(false);
        expect(names.has(looseName(one))).toBe(false);
      }
      // "Use the column …": free, for one placeholder alone, which has none.
      const offered = [...likelyColumns(list, feeds)].flatMap(([name, own]) =>
        own.map((one) => [name, one] as const),
      );
      expect(new Set(offered.map(([, one]) => one)).size).toBe(offered.length);
      for (const [name, one] of offered) {
        expect(used.has(one)).toBe(false);
        expect(feeds.get(name)).toBeNull();
      }
      // "(Mia, Ben)": the column's own values.
      for (const [one, text] of samplesIn(list))
        for (const sample of text === "" ? [] : text.split(", "))
          expect(list.rows.some((row) => textIn(list, row, one).trim() === sample)).toBe(true);
      // "3 emails will say “your child”; the column … isn't used."
      const { render } = compileTemplate({ body });
      const ready = check.rows.filter(({ verdict }) => verdict === "ready");
      for (const { variable, header: one, emails, says } of overlooked) {
        expect(used.has(one)).toBe(false);
        const without = ready.filter((row) => isBlank(rowValues(variables, row).get(variable)));
        expect(without).toHaveLength(emails);
        expect(emails * 3).toBeGreaterThan(ready.length);
        if (says !== null)
          for (const row of without)
            expect(render(rowValues(variables, row), formats).html).toContain(says);
        // One click uses it, and then nothing says so any more.
        const next = found(
          feeding(list, variable, { column: one }),
          body,
          "",
          new Map(Object.entries(values)),
        );
        expect(next.feeds.get(variable)).toBe(one);
        expect(next.overlooked.some((other) => other.variable === variable)).toBe(false);
        expect(
          without.some(
            ({ id }) =>
              !isBlank(
                cellText(list.rows.find((row) => row.id === id)?.cells[columns.indexOf(one)]),
              ),
          ),
        ).toBe(true);
      }
    }),
  );
});
