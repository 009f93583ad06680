import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberForm } from "../contract/templates.ts";
import { listOf, PEOPLE_WITH_FEES, PUPILS, PUPILS_HEAD } from "../testing/lists.ts";
import { elsewhereOf } from "../testing/others.ts";
import { carryOver } from "./carryOver.ts";
import { applyChange, type ListChange } from "./change.ts";
import { filterBy, incomparableCount, isOfNumbers, matchCount } from "./filters.ts";
import { addStep, historyOf, undoStep } from "./history.ts";
import {
  excludedCount,
  filledList,
  type List,
  type RowFilter,
  rowNumbers,
  textIn,
} from "./list.ts";
import { dateQuestion } from "./moments.ts";
import { sortBy } from "./sort.ts";

const filter = (list: List, condition: RowFilter) => applyChange(list, filterBy(list, condition));
const sort = (list: List, header: string, isDescending = false) =>
  applyChange(list, sortBy(list, header, isDescending));
const namesIn = (list: List) => filledList(list).rows.map((row) => textIn(list, row, "Name"));

describe("a filter", () => {
  it.each<[RowFilter, string[]]>([
    [{ header: "Paid", test: "is", value: "no" }, ["Ann", "Bo"]],
    [{ header: "Paid", test: "is_not", value: "No" }, ["Cy", "Äda"]],
    [{ header: "Name", test: "contains", value: "A\u0308D" }, ["Äda"]],
    [{ header: "Paid", test: "blank" }, ["Äda"]],
    [{ header: "Paid", test: "filled" }, ["Ann", "Bo", "Cy"]],
    [{ header: "Due", test: "before", value: "1 December 2026" }, ["Bo"]],
    [{ header: "Due", test: "after", value: "01.12.2026" }, ["Cy"]],
    [{ header: "No such column", test: "filled" }, []],
  ])("%j includes only %j", (condition, names) => {
    expect(matchCount(PEOPLE_WITH_FEES, condition)).toBe(names.length);
    expect(namesIn(filter(PEOPLE_WITH_FEES, condition))).toEqual(names);
  });

  it("asks which day a date is, and reads it as the person said", () => {
    const list = listOf("Email,Due\na@x.org,01/02/2026\nb@x.org,03/04/2026\n");
    const condition: RowFilter = { header: "Due", test: "before", value: "2026-01-15" };
    expect(matchCount(list, condition)).toBeNull();
    expect(dateQuestion(list, "Due")).toEqual({
      value: "01/02/2026",
      dmy: "1 February 2026",
      mdy: "January 2, 2026",
      answer: null,
    });
    const dayFirst = applyChange(list, { type: "dates", header: "Due", order: "dmy" });
    expect(dateQuestion(dayFirst, "Due")?.answer).toBe("dmy");
    expect(matchCount(dayFirst, condition)).toBe(0);
    const answered = applyChange(list, { type: "dates", header: "Due", order: "mdy" });
    expect(matchCount(answered, condition)).toBe(1);
    expect(matchCount(list, { ...condition, value: "soon" })).toBeNull();
  });

  it("reads amounts as the person said, also to sort them", () => {
    const list = listOf('Email,Name,Fee\na@x.org,A,"1,234"\nb@x.org,B,12\n');
    const as = (form: NumberForm) => applyChange(list, { type: "numbers", header: "Fee", form });
    const below: RowFilter = { header: "Fee", test: "before", value: "5" };
    expect([matchCount(as("point"), below), matchCount(as("comma"), below)]).toEqual([0, 1]);
    expect(namesIn(sort(as("point"), "Fee"))).toEqual(["B", "A"]);
    expect(namesIn(sort(as("comma"), "Fee"))).toEqual(["A", "B"]);
  });

  it("narrows the rows that an earlier filter included, and numbers only those", () => {
    const once = filter(PEOPLE_WITH_FEES, { header: "Paid", test: "is", value: "no" });
    const twice = filter(once, { header: "Amount", test: "is", value: "10" });
    expect(namesIn(twice)).toEqual(["Bo"]);
    expect(rowNumbers(twice)).toEqual(new Map([[2, 1]]));
    expect(excludedCount(twice)).toBe(3);
    expect(applyChange(twice, { type: "include" })).toEqual(PEOPLE_WITH_FEES);
    expect(applyChange(PEOPLE_WITH_FEES, { type: "include" })).toBe(PEOPLE_WITH_FEES);
  });

  it("takes out skipped rows too", () => {
    const skipped = applyChange(PEOPLE_WITH_FEES, {
      type: "skip",
      ids: [1],
      as: "already_received",
    });
    expect(namesIn(filter(skipped, { header: "Paid", test: "is", value: "yes" }))).toEqual(["Cy"]);
  });

  it("leaves blank rows to type in", () => {
    const roomy = applyChange(PEOPLE_WITH_FEES, { type: "add", count: 2 });
    const list = filter(roomy, { header: "Paid", test: "is", value: "yes" });
    expect(list.rows.filter(({ excluded }) => excluded === undefined)).toHaveLength(3);
  });
});

describe("a date that could be two days", () => {
  const dated = (...days: string[]) =>
    listOf(`Email,Due\n${days.map((day, n) => `${n}@x.org,${day}\n`).join("")}`);
  it.each<[string, List, string]>([
    ["in a column that shows no order", dated("11/02/2026", "01/03/2026"), ""],
    [
      "among parts that disagree",
      dated("11/02/2026", "13/02/2026", "02/14/2026", "02/15/2026"),
      "",
    ],
    ["in the filter alone", dated("2026-01-01"), "11/02/2026"],
  ])(
    "is asked about %s, and is never before or after anything until then",
    (_where, list, value) => {
      expect(dateQuestion(list, "Due", value)).toMatchObject({ answer: null });
      expect(
        matchCount(list, { header: "Due", test: "before", value: value || "2026-05-01" }),
      ).toBeNull();
    },
  );

  it("isn't asked about if other dates of its column show the order", () => {
    const list = dated("11/02/2026", "13/02/2026");
    expect(dateQuestion(list, "Due")).toBeNull();
    expect(matchCount(list, { header: "Due", test: "before", value: "2026-05-01" })).toBe(2);
    expect(dateQuestion(dated("soon", "2026-01-02"), "Due")).toBeNull();
  });
});

const file = listOf([PUPILS_HEAD, ...PUPILS].join("\n"));

describe("a filter in a file that has its column", () => {
  const others = (values: readonly string[]) =>
    listOf(
      [
        PUPILS_HEAD,
        ...values.map((value, at) => `q${at}@x.org,p${at}@x.org,Q ${at},Q,,${value}`),
      ].join("\n"),
    );

  it.each<[string, RowFilter, readonly string[]]>([
    ["the same values", { header: "Paid", test: "is", value: "no" }, ["no", "yes"]],
    ["some of the values", { header: "Paid", test: "is_not", value: "no" }, ["yes", "half"]],
    ["the filter's value", { header: "Paid", test: "is_not", value: "never" }, ["never", "later"]],
    ["no values", { header: "Paid", test: "is_not", value: "no" }, ["", ""]],
    ["dates", { header: "Due", test: "blank" }, ["x", "y"]],
    ["the same number", { header: "Paid", test: "is", value: "34.50 €" }, ["34.5", "21"]],
  ])("stays if it has %s", (_, condition, values) => {
    const { list, lost } = carryOver(filter(file, condition), others(values), "other");
    expect([list.filters, lost]).toEqual([[condition], []]);
  });

  it.each<[RowFilter, readonly string[]]>([
    [{ header: "Paid", test: "is", value: "no" }, ["12.50", "3"]],
    [{ header: "Paid", test: "is_not", value: "no" }, ["nein", "ja"]],
    [{ header: "Paid", test: "contains", value: "ye" }, ["nein", "ja"]],
    [{ header: "Paid", test: "before", value: "2026-05-01" }, ["nein", "ja"]],
    [{ header: "Paid", test: "after", value: "5" }, ["nein", "ja"]],
    [{ header: "Paid", test: "after", value: "5" }, ["7 USD", "9 EUR"]],
    [{ header: "Paid", test: "after", value: "5 EUR" }, ["7 USD", "9 USD"]],
    [{ header: "Paid", test: "after", value: "2026-05-01" }, ["03/04/2026", "05/06/2026"]],
  ])("goes, and is named, if %j finds other values there: %j", (condition, values) => {
    const { list, lost } = carryOver(filter(file, condition), others(values), "other");
    expect(list.filters).toBeUndefined();
    expect(lost).toEqual(["the filter by “Paid”, which has other values now"]);
    expect(filledList(list).rows).toHaveLength(2);
  });

  it("is tried again on rows that a filter kept out which is gone", () => {
    const none = filter(file, { header: "Due", test: "blank" });
    const both = filter(none, { header: "Paid", test: "is", value: "no" });
    const next = listOf("Pupil,Name,Paid\nmia@x.org,Mia Berg,no\nann@x.org,Ann Good,yes\n");
    const { list, lost } = carryOver(both, next, "other");
    expect(lost).toEqual(["the filter by “Due”"]);
    expect(filledList(list).rows.map((row) => textIn(list, row, "Name"))).toEqual(["Mia Berg"]);
  });
});

it("undo restores the list exactly, and no row is ever lost or doubled", () => {
  const header = fc.constantFrom(...PEOPLE_WITH_FEES.columns, "?");
  const change: fc.Arbitrary<(list: List) => ListChange> = fc.oneof(
    fc.tuple(header, fc.boolean()).map(
      ([column, isDescending]) =>
        (list: List) =>
          sortBy(list, column, isDescending),
    ),
    fc
      .oneof(
        fc.record({
          header,
          test: fc.constantFrom("is" as const, "is_not", "contains", "before", "at_least"),
          value: fc.constantFrom("no", "", "2026-12-01", "a"),
        }),
        fc.record({ header, test: fc.constantFrom("blank" as const, "filled") }),
      )
      .map((condition) => (list: List) => filterBy(list, condition)),
    fc.constant(() => ({ type: "skipOthers" as const, others: elsewhereOf("ann@x.org") })),
    fc.constant(() => ({ type: "include" as const })),
  );
  void fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      let history = historyOf({ list: PEOPLE_WITH_FEES as List | null });
      for (const one of changes) {
        const { list } = history.now;
        if (list === null) throw new Error("The list is gone.");
        const next = applyChange(list, one(list));
        history = addStep(history, next === list ? history.now : { list: next });
        expect(history.now.list?.rows.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4]);
      }
      while (history.past.length > 0) history = undoStep(history);
      expect(history.now.list).toEqual(PEOPLE_WITH_FEES);
    }),
  );
});

describe("numbers", () => {
  it("are compared by a filter", () => {
    const list = listOf(
      "Email;Amount;Name\na@x.org;1.234,50 €;A\nb@x.org;-5,00 €;B\nc@x.org;34,50;C\nd@x.org;none;D\n",
    );
    const named = (test: "is" | "before" | "after" | "at_least" | "at_most", value: string) =>
      namesIn(filter(list, { header: "Amount", test, value }));
    expect(named("is", "34,5")).toEqual(["C"]);
    expect(named("before", "0")).toEqual(["B"]);
    expect(named("after", "34,49 €")).toEqual(["A", "C"]);
    expect([named("after", "34,50"), named("at_least", "34,50")]).toEqual([["A"], ["A", "C"]]);
    expect([named("before", "-5"), named("at_most", "-5")]).toEqual([[], ["B"]]);
  });

  it.each<[string, string[], string, string[] | null]>([
    ["of another unit", ["5 USD", "900 JPY", "7 €"], "15 EUR", ["7 €"]],
    ["without a unit, where others have several", ["5 USD", "900 JPY"], "15", null],
    ["of one unit, with or without it", ["5 €", "20 EUR", "7"], "15", ["5 €", "7"]],
    ["of one unit, the limit alone with it", ["5", "20"], "€ 15", ["5"]],
    ["that are days of a month", ["3 Jun", "20 May", "1 May"], "15 May", null],
    ["of days, the limit alone with a month", ["3", "20"], "15 Dec.", null],
    ["of several spellings", ["1 hour", "2 hrs", "9 H", "3 Kg"], "5 hours", ["1 hour", "2 hrs"]],
    ["that are ordinals", ["1st", "2nd", "3rd", "9th"], "8th", ["1st", "2nd", "3rd"]],
  ])("%s compare only with their like", (_, amounts, value, below) => {
    const list = listOf(`Email;Fee\n${amounts.map((one, n) => `p${n}@x.org;${one}`).join("\n")}\n`);
    const count = matchCount(list, { header: "Fee", test: "before", value });
    expect(count).toBe(below?.length ?? null);
    const { rows } = filledList(filter(list, { header: "Fee", test: "before", value }));
    expect(rows.map((row) => textIn(list, row, "Fee"))).toEqual(below ?? []);
  });

  it.each(["CHF 20", "20 CHF", "CHF 20.–"])(
    "of another unit or none are counted beside those that are at least %s",
    (value) => {
      const list = listOf(
        "Email;Fee\na@x.org;12,50 €\nb@x.org;CHF 30.–\nc@x.org;CHF 10,-\nd@x.org;open\n",
      );
      const atLeast: RowFilter = { header: "Fee", test: "at_least", value };
      expect(matchCount(list, atLeast)).toBe(1);
      expect(incomparableCount(list, atLeast, () => true)).toBe(2);
      expect(matchCount(list, { ...atLeast, value: "20" })).toBeNull();
      expect(incomparableCount(list, { ...atLeast, test: "is" }, () => true)).toBe(0);
    },
  );

  it.each([
    ["Fee", ["12,50 €", "open", ""], true],
    ["Due", ["03/04/2026", "12"], false],
    ["Name", ["Ann"], false],
  ])("are the values of the column %s with %j: %s", (header, texts, isOf) => {
    const list = listOf(
      `Email;${header}\n${texts.map((one, n) => `${n}@x.org;${one}`).join("\n")}`,
    );
    expect(isOfNumbers(list, header)).toBe(isOf);
  });

  it("of different units are never equal", () => {
    const list = listOf("Email,Fee\na@x.org,5 USD\nb@x.org,5.00 EUR\nc@x.org,5\n");
    const equal = (value: string) => matchCount(list, { header: "Fee", test: "is", value });
    expect(["€5", "5 usd", "5", "5 JPY"].map(equal)).toEqual([2, 2, 3, 1]);
  });

  it("without a unit exclude each of their size: no one who owes nothing is included", () => {
    const list = listOf("Email,Due\na@x.org,0 €\nb@x.org,CHF 0.00\nc@x.org,25 €\nd@x.org,Fr. 0\n");
    expect(matchCount(list, { header: "Due", test: "is_not", value: "0" })).toBe(1);
  });

  it.each<[string, string[], string, number | null]>([
    ["as a comma column writes them", ["1.234,50", "99,00", "2.000,00"], "1.500,00", 2],
    ["with decimals alone", ["12,50", "9,75"], "10,50", 1],
    ["not as another notation writes them", ["1.234,50", "99,00"], "12.5", null],
    ["in a column of points", ["1,234.50", "99.00"], "100.5", 1],
  ])("are counted as the filter reads them: %s", (_, amounts, value, count) => {
    const list = listOf(
      `Email;Fee;Name\n${amounts.map((one, n) => `p${n}@x.org;${one};${n}`).join("\n")}\n`,
    );
    const before: RowFilter = { header: "Fee", test: "before", value };
    expect(matchCount(list, before)).toBe(count);
    expect(namesIn(filter(list, before))).toHaveLength(count ?? 0);
  });

  it.each([
    ["01234", ["01234"]],
    ["1234", ["1234", "1234.0"]],
    ["007", ["007"]],
    ["7", ["7"]],
    ["0.50", ["0.5"]],
  ])("are the same however they're written, but a code isn't a number: %s", (value, same) => {
    const texts = ["01234", "1234", "1234.0", "007", "7", "0.5"];
    const list = listOf(
      `Email,Zip,Name\n${texts.map((one, n) => `p${n}@x.org,${one},${one}\n`).join("")}`,
    );
    expect(namesIn(filter(list, { header: "Zip", test: "is", value }))).toEqual(same);
    const others = texts.filter((text) => !same.includes(text));
    expect(namesIn(filter(list, { header: "Zip", test: "is_not", value }))).toEqual(others);
  });
});
