import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFormat, dateFormat } from "../../contract/templates.ts";
import { type DateOrder, dateOrderOf, formatDate } from "./dates.ts";

function iso(value: string, order: DateOrder = "mdy"): string | null {
  const { text, recognized } = formatDate(value, { format: "iso", order });
  return recognized ? text : null;
}

describe("formatDate", { timeout: 30_000 }, () => {
  it.each<[DateFormat, string]>([
    ["mmddyyyy", "04/01/2025"],
    ["long", "April 1, 2025"],
    ["ddmmyyyy", "01/04/2025"],
    ["iso", "2025-04-01"],
  ])("writes %s as %s", (format, text) => {
    expect(formatDate("2025-04-01", { format, order: "mdy" })).toEqual({ text, recognized: true });
  });

  it.each<[value: string, order: DateOrder, expected: string]>([
    ["2025-04-01", "dmy", "2025-04-01"],
    ["2025-4-1", "mdy", "2025-04-01"],
    ["2025-04-01T14:30", "mdy", "2025-04-01"],
    ["2025-04-01 14:30:00", "mdy", "2025-04-01"],
    ["2025-04-01T23:30:00.000Z", "mdy", "2025-04-01"],
    ["2025-04-01T00:30:00+14:00", "mdy", "2025-04-01"],
    ["2025-04-01T23:30:00-1200", "mdy", "2025-04-01"],
    ["01/04/2025", "dmy", "2025-04-01"],
    ["01/04/2025", "mdy", "2025-01-04"],
    ["1.4.2025", "dmy", "2025-04-01"],
    ["1-4-25", "dmy", "2025-04-01"],
    ["4/1/68", "mdy", "2068-04-01"],
    ["4/1/69", "mdy", "1969-04-01"],
    ["12/31/99", "mdy", "1999-12-31"],
    ["29.02.2024", "dmy", "2024-02-29"],
    ["April 1, 2025", "dmy", "2025-04-01"],
    ["april 1 2025", "mdy", "2025-04-01"],
    ["Apr. 1, 2025", "mdy", "2025-04-01"],
    ["May 31, 2025", "mdy", "2025-05-31"],
    ["  2025-04-01\u00a0", "mdy", "2025-04-01"],
    ["0099-04-01", "mdy", "0099-04-01"],
  ])("reads %j (%s) as %s", (value, order, expected) => {
    expect(iso(value, order)).toBe(expected);
  });

  it.each([
    "",
    " ",
    "soon",
    "31/02/2025",
    "02/31/2025",
    "2025-02-29",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "0000-01-01",
    "13/13/2025",
    "1/2",
    "1/2/",
    "1/2/025",
    "1/2-2025",
    "1/2/2025x",
    "x1/2/2025",
    "Aprul 1, 2025",
    "April 31, 2025",
    "April 1",
    "2025-04-01T",
    "2025-04-01Tnoon",
    "45748",
    "-1/2/2025",
    "١/٢/٢٠٢٥",
    "2025-04-01\n2025-04-02",
  ])("leaves %j as it is, in either order", (value) => {
    for (const order of ["dmy", "mdy"] as const) {
      expect(formatDate(value, { format: "long", order })).toEqual({ text: value, recognized: false });
    }
  });

  it("reads again, as the same day, what it wrote in any format", () => {
    const day = fc.date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
    return fc.assert(
      fc.property(day, fc.constantFrom(...dateFormat.options), (date, format) => {
        const written = formatDate(date.toISOString(), { format, order: "mdy" }).text;
        expect(iso(written, format === "ddmmyyyy" ? "dmy" : "mdy")).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });

  it("gives any text it does not recognize back unchanged, and never throws", () => {
    return fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...dateFormat.options), (value, format) => {
        const { text, recognized } = formatDate(value, { format, order: "dmy" });
        expect(recognized || text === value).toBe(true);
      }),
    );
  });
});

describe("dateOrderOf", () => {
  it.each<[why: string, values: string[], format: DateFormat, expected: DateOrder]>([
    ["a first part above 12 decides", ["01/02/2025", "13/02/2025"], "mmddyyyy", "dmy"],
    ["a second part above 12 decides", ["01/02/2025", "02/13/2025"], "ddmmyyyy", "mdy"],
    ["nothing decides: the format does", ["01/02/2025"], "ddmmyyyy", "dmy"],
    ["nothing decides: American formats", ["01/02/2025"], "long", "mdy"],
    ["no values", [], "iso", "mdy"],
    ["ISO dates and other text say nothing", ["2025-04-13", "soon", "", "April 30, 2025"], "ddmmyyyy", "dmy"],
    ["a date that never was says nothing", ["31/02/2025", "12/31/2025"], "ddmmyyyy", "mdy"],
    ["the greater number decides", ["25/12/2025", "26/12/2025", "12/27/2025"], "mmddyyyy", "dmy"],
    ["a tie falls to the format", ["25/12/2025", "12/25/2025"], "mmddyyyy", "mdy"],
  ])("%s", (_why, values, format, expected) => {
    expect(dateOrderOf(values, format)).toBe(expected);
  });
});
