import { describe, expect, it } from "vitest";
import { listOf, PEOPLE_WITH_FEES } from "../testing/lists.ts";
import { applyChange } from "./change.ts";
import { filledList, type List, textIn } from "./list.ts";
import { sortBy } from "./sort.ts";

const sort = (list: List, header: string, isDescending = false) =>
  applyChange(list, sortBy(list, header, isDescending));
const namesIn = (list: List) => filledList(list).rows.map((row) => textIn(list, row, "Name"));

describe("sorting", () => {
  it.each([
    ["Name", false, ["Äda", "Ann", "Bo", "Cy"]],
    ["Name", true, ["Cy", "Bo", "Ann", "Äda"]],
    ["Amount", false, ["Ann", "Bo", "Cy", "Äda"]],
    ["Amount", true, ["Cy", "Bo", "Ann", "Äda"]],
    ["No such column", true, ["Ann", "Bo", "Cy", "Äda"]],
  ])("by %s (descending: %j) gives %j, blanks last", (header, isDescending, names) => {
    expect(namesIn(sort(PEOPLE_WITH_FEES, header, isDescending))).toEqual(names);
  });

  it("sorts by date if all values are dates", () => {
    const list = listOf(
      "Email,Name,Due\na@x.org,A,02.12.2026\nb@x.org,B,1 January 2027\nc@x.org,C,2026-11-30\nd@x.org,D,\n",
    );
    expect(namesIn(sort(list, "Due", false))).toEqual(["C", "A", "B", "D"]);
    expect(namesIn(sort(list, "Due", true))).toEqual(["B", "A", "C", "D"]);
  });

  it("keeps blank rows to type in, below the others", () => {
    const list = sort(applyChange(PEOPLE_WITH_FEES, { type: "add", count: 1 }), "Name", true);
    expect(list.rows.map(({ id }) => id)).toEqual([3, 2, 1, 4, 5]);
  });

  it("moves rows that aren't included too, and none that is already in order", () => {
    const list = sort(PEOPLE_WITH_FEES, "Name", false);
    expect(sort(list, "Name", false)).toBe(list);
    expect(list.sorted).toEqual({ header: "Name", isDescending: false });
  });
});

describe("numbers", () => {
  const inOrder = (amounts: string[]) => {
    const list = listOf(
      `Email;Amount;Name\n${amounts.map((one, at) => `p${at}@x.org;${one};${one}`).join("\n")}\n`,
    );
    return namesIn(sort(list, "Amount"));
  };

  it.each([
    ["decimals", ["0.5", "-3", "10", "9.25"], ["-3", "0.5", "9.25", "10"]],
    [
      "German money",
      ["1.234,50 €", "99,90 €", "-5,00 €", "1.000 €"],
      ["-5,00 €", "99,90 €", "1.000 €", "1.234,50 €"],
    ],
    [
      "English money",
      ["$1,234.50", "$99.90", "($5.00)", "$1,000"],
      ["($5.00)", "$99.90", "$1,000", "$1,234.50"],
    ],
    [
      "Swiss money",
      ["CHF 1'234.50", "CHF 99.90", "CHF -5.00"],
      ["CHF -5.00", "CHF 99.90", "CHF 1'234.50"],
    ],
    ["German thousands beside hundreds", ["1.234", "900", "12.000"], ["900", "1.234", "12.000"]],
    ["weights with three decimals", ["1.250", "0.75", "12"], ["0.75", "1.250", "12"]],
    ["percentages and blanks", ["9%", "", "10%", "-1%"], ["-1%", "9%", "10%"]],
  ])("are sorted by their size: %s", (_, amounts, expected) => {
    expect(inOrder(amounts).filter((one) => one !== "")).toEqual(expected);
  });

  it.each([
    ["versions", ["1.10.0", "1.2.3", "1.9", "2.0"], ["1.2.3", "1.9", "1.10.0", "2.0"]],
    ["numbers of chapters", ["2.1.10", "2.1.9", "10.1"], ["2.1.9", "2.1.10", "10.1"]],
    ["money of two countries", ["€ 20", "$ 900", "€ 5"], ["$ 900", "€ 5", "€ 20"]],
    ["days of two months", ["3 Jun", "20 May", "1 Jun"], ["1 Jun", "3 Jun", "20 May"]],
    ["phone numbers", ["040 12 34 567", "030 123 45 67"], ["030 123 45 67", "040 12 34 567"]],
    ["rooms", ["A10", "A9", "7"], ["7", "A9", "A10"]],
  ])("are sorted as texts if some aren't numbers of one unit: %s", (_, texts, expected) => {
    expect(inOrder(texts)).toEqual(expected);
  });
});
