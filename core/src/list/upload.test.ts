import fc from "fast-check";
import { expect, test } from "vitest";
import { checked, listOfRows, variablesOf } from "../testing/csvCheck.ts";
import { listOfUpload, uploadOf } from "./upload.ts";

const cell = fc.oneof(
  fc.constantFrom("a@b.co", "A@B.co", "b@b.co", "Ann <c@b.co>", "x", "", " ", "One", "31.12.2026", "01/02/2026", 'a"b'),
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replace(/[\0\ufeff\r]/g, "")),
  fc.constantFrom("two\nlines", "x,y", "=1+1", " lead"),
);
const lists = fc.record({
  cells: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 }),
  skipped: fc.array(fc.nat(9), { maxLength: 3 }),
  received: fc.array(fc.nat(9), { maxLength: 2 }),
  kept: fc.array(fc.nat(9), { maxLength: 3 }),
  repeats: fc.constantFrom("first", "each"),
  limit: fc.integer({ min: 1, max: 8 }),
});

test("the server's verdicts, values and reasons for an upload are those that the page showed", () => {
  const variables = variablesOf("{{A}} {{B|dropdown:One,Two}} {{C|date}} {{D|text:all}}");
  const values = new Map([["D", "everyone"]]);
  fc.assert(
    fc.property(lists, ({ cells, skipped, received, kept, repeats, limit }) => {
      const plain = listOfRows(["Email", "A", "B", "C"], cells);
      const list = {
        ...plain,
        repeats: repeats as "first" | "each",
        rows: plain.rows.map((row, index) => ({
          ...row,
          skipped: skipped.includes(index)
            ? ("by_hand" as const)
            : received.includes(index)
              ? ("already_received" as const)
              : null,
          ...(kept.includes(index) && { keepRepeat: true }),
        })),
      };
      const page = checked(list, variables, { values, limit });
      const { csv, ...upload } = uploadOf(list, page, { variables, values, limit });
      const read = listOfUpload({ ...upload, content: new TextEncoder().encode(csv) });
      const server = checked(read, variables, { values, limit });
      const shown = (result: typeof page) =>
        result.rows.map(({ n, line, recipient, values: own, verdict, reason }, index) =>
          list.rows[index]?.skipped === "by_hand" ? [n, line, reason] : [n, line, recipient, own, verdict, reason],
        );
      expect(shown(server)).toEqual(shown(page));
      expect(server.summary).toEqual(page.summary);
    }),
    { numRuns: 1000 },
  );
});
