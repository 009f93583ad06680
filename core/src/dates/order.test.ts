import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFormat, dateFormat, dateOrder } from "../contract/templates.ts";
import { formatDate } from "./dates.ts";
import { type ColumnOrder, columnOrder, formatOrder, isCertain } from "./order.ts";

describe("the order of a column", () => {
  it.each<[why: string, values: string[], format: DateFormat, order: ColumnOrder["order"], by: ColumnOrder["by"]]>([
    ["a first part above 12 decides", ["01/02/2025", "13/02/2025"], "mmddyyyy", "dmy", "parts"],
    ["a second part above 12 decides", ["01/02/2025", "02/13/2025"], "ddmmyyyy", "mdy", "parts"],
    ["dashes too", ["01-02-2025", "13-02-2025"], "mmddyyyy", "dmy", "parts"],
    ["nothing decides: the format does", ["01/02/2025"], "ddmmyyyy", "dmy", "format"],
    ["nothing decides: dots in the format", ["01/02/2025"], "dmy_dots", "dmy", "format"],
    ["nothing decides: American formats", ["01/02/2025"], "long", "mdy", "format"],
    ["no values", [], "iso", "mdy", "format"],
    ["ISO dates and other text say nothing", ["2025-04-13", "soon", "", "April 30, 2025"], "ddmmyyyy", "dmy", "format"],
    ["a dotted date with a part above 12 too", ["31.12.2025", "03/04/2025"], "mmddyyyy", "dmy", "parts"],
    ["other dotted dates say nothing", ["03.04.2025", "03/04/2025"], "mmddyyyy", "mdy", "format"],
    ["a date that never was says nothing", ["31/02/2025", "12/31/2025"], "ddmmyyyy", "mdy", "parts"],
    [
      "of parts that disagree the greater number",
      ["25/12/2025", "26/12/2025", "12/27/2025"],
      "mmddyyyy",
      "dmy",
      "most",
    ],
    ["a tie falls to the format", ["25/12/2025", "12/25/2025"], "mmddyyyy", "mdy", "format"],
  ])("%s", (_why, values, format, order, by) => {
    expect(columnOrder(values, format)).toEqual({ order, by });
  });

  it("is the answer where there is one, whatever the values say", () => {
    expect(columnOrder(["12/25/2025"], "mmddyyyy", "dmy")).toEqual({ order: "dmy", by: "answer" });
  });

  it.each<[ColumnOrder["by"], boolean]>([
    ["answer", true],
    ["parts", true],
    ["most", false],
    ["format", false],
  ])("is certain by %s: %s", (by, certain) => {
    expect(isCertain({ order: "dmy", by })).toBe(certain);
  });

  it("that is certain gives each of its dates one reading, in every format", () => {
    const day = fc.integer({ min: 1, max: 28 });
    const dates = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), day), { minLength: 1, maxLength: 8 });
    return fc.assert(
      fc.property(
        dates,
        fc.constantFrom(...dateOrder.options),
        fc.constantFrom(...dateFormat.options),
        (all, as, format) => {
          const values = all.map(([month, of]) => (as === "dmy" ? `${of}/${month}/2026` : `${month}/${of}/2026`));
          const column = columnOrder(values, format);
          if (!isCertain(column)) return;
          expect(column.order).toBe(as);
          const read = values.map((value) => formatDate(value, { format: "iso", order: column.order }).text);
          const meant = all.map(([month, of]) => new Date(Date.UTC(2026, month - 1, of)).toISOString().slice(0, 10));
          expect(read).toEqual(meant);
        },
      ),
    );
  });

  it.each<[DateFormat, string]>([
    ["mmddyyyy", "mdy"],
    ["long", "mdy"],
    ["ddmmyyyy", "dmy"],
    ["iso", "mdy"],
    ["dmy_dots", "dmy"],
  ])("of values in the format %s is %s", (format, order) => {
    expect(formatOrder(format)).toBe(order);
  });
});
