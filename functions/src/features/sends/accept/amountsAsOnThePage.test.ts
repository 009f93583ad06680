import type { CheckResult } from "@sendwright/core/check/types";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import { changed } from "@sendwright/core/list/change";
import { type CheckSettings, checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { listOfTable } from "@sendwright/core/list/read";
import { uploadOf } from "@sendwright/core/list/upload";
import { compileTemplate, parseTemplate } from "@sendwright/core/placeholders";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOfFile } from "./requestedList.ts";

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
const fees = {
  subject: "{{Fee|sum:0}}",
  body: "<p>{{Class}}</p><p>{{#rows}}</p><p>{{Name|fallback:}}: {{Fee|fallback:0}}</p><p>{{/rows}}</p><p>{{Fee|sum:0}}</p>",
};
const variables = parseTemplate(fees).variables;
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1,234", "1.234", "12", "0", "", "7") },
  { weight: 1, arbitrary: fc.constantFrom("12.50", "12,50", "€ 5", "5 EUR", "-3", "free") },
);
const families = fc
  .array(fc.tuple(fc.constantFrom("a@b.co", "A@b.co", "c@d.co", "e@f.co"), amount, fc.nat(20)), {
    minLength: 1,
    maxLength: 8,
  })
  .map((rows): List => {
    const cells = rows.map(([to, fee, chance], n) => [to, `N${n}`, chance === 0 ? "B" : "A", fee]);
    const file = writeCsv(["Email", "Name", "Class", "Fee"], cells, { formulas: "keep" });
    return listOfTable(readCsv(file, { delimiter: "," }), { kind: "file", name: "fees.csv" });
  });
const id = fc.integer({ min: 1, max: 8 });
const change = fc.oneof(
  fc.record({
    type: fc.constant("numbers" as const),
    header: fc.constant("Fee"),
    form: fc.constantFrom("point" as const, "comma" as const),
  }),
  fc.record({
    type: fc.constant("skip" as const),
    ids: fc.array(id, { maxLength: 2 }),
    as: fc.constantFrom("by_hand" as const, "already_received" as const),
  }),
  fc.record({
    type: fc.constant("cells" as const),
    cells: fc.array(fc.record({ id, header: fc.constant("Fee"), cell: amount }), { maxLength: 2 }),
  }),
);

/** The emails of a check, in text, by the number of the row that leads them. */
function emailsOf({ rows, numberForms }: CheckResult): [number, string][] {
  const template = compileTemplate(fees);
  const valuesOf = (n: number) =>
    new Map(variables.map(({ name }, at) => [name, rows[n - 1]?.values[at] ?? ""]));
  return rows.flatMap(({ n, verdict, further = [] }): [number, string][] => {
    if (verdict !== "ready") return [];
    const options = { ...formats, numberForms, further: further.map(valuesOf) };
    const { subject, html } = template.render(valuesOf(n), options);
    return [[n, `${subject}\n${html}`]];
  });
}

test("the server adds up the amounts of a page's list as the page showed it", () => {
  fc.assert(
    fc.property(
      families,
      fc.array(change, { maxLength: 4 }),
      fc.integer({ min: 1, max: 8 }),
      (read, changes, limit) => {
        const list = { ...changes.reduce(changed, read), repeats: "first" as const };
        const values = new Map<string, string>();
        const checking: CheckSettings = {
          ...fees,
          ...formats,
          variables,
          values,
          limit,
        };
        const page = checkList(list, checking);
        // Nothing is sent while the page asks.
        if (page.amounts.some(({ answer }) => answer === null)) return;
        const { csv, ...call } = uploadOf(list, page, { variables, values, limit });
        const uploaded = listOfFile(call, new TextEncoder().encode(csv), {
          placeholders: variables,
          limit,
        });
        const server = checkList(uploaded, checking);
        const shown = ({ rows }: CheckResult) =>
          rows.map(({ n, verdict, reason, further, joinedTo }) => [
            n,
            verdict,
            reason,
            further,
            joinedTo,
          ]);
        expect(shown(server)).toEqual(shown(page));
        expect(emailsOf(server)).toEqual(emailsOf(page));
        for (const [name, form] of page.numberForms)
          expect(server.numberForms.get(name)).toBe(form);
      },
    ),
  );
});
