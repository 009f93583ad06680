import { describe, expect, it } from "vitest";
import { listOf } from "../testing/lists.ts";
import { carriedOver } from "./carriedOver.ts";
import { changed } from "./change.ts";
import { filledList, type List, type RowFilter, textIn } from "./list.ts";
import { filterBy } from "./narrow.ts";

const HEAD = "Pupil,Parent,Name,First,Due,Paid";
const LINES = [
  "mia@x.org,fam@x.org,Mia Berg,Mia,01/02/2026,no",
  "ben@x.org,fam@x.org,Ben Berg,Ben,03/02/2026,no",
  "ann@x.org,good@x.org,Ann Good,Ann,05/06/2026,yes",
  "zoe@x.org,zed@x.org,Zoe Zed,Zoe,07/08/2026,no",
];
const file = listOf([HEAD, ...LINES].join("\n"));
const filtered = (list: List, filter: RowFilter) => changed(list, filterBy(list, filter));

describe("a filter in a file that has its column", () => {
  const others = (values: readonly string[]) =>
    listOf(
      [HEAD, ...values.map((value, at) => `q${at}@x.org,p${at}@x.org,Q ${at},Q,,${value}`)].join(
        "\n",
      ),
    );

  it.each<[string, RowFilter, readonly string[]]>([
    ["the same values", { header: "Paid", test: "is", value: "no" }, ["no", "yes"]],
    ["some of the values", { header: "Paid", test: "is_not", value: "no" }, ["yes", "half"]],
    ["the filter's value", { header: "Paid", test: "is_not", value: "never" }, ["never", "later"]],
    ["no values", { header: "Paid", test: "is_not", value: "no" }, ["", ""]],
    ["dates", { header: "Due", test: "blank" }, ["x", "y"]],
  ])("stays if it has %s", (_, filter, values) => {
    const { list, lost } = carriedOver(filtered(file, filter), others(values), "other");
    expect([list.filters, lost]).toEqual([[filter], []]);
  });

  it.each<[RowFilter, readonly string[]]>([
    [{ header: "Paid", test: "is", value: "no" }, ["12.50", "3"]],
    [{ header: "Paid", test: "is_not", value: "no" }, ["nein", "ja"]],
    [{ header: "Paid", test: "contains", value: "ye" }, ["nein", "ja"]],
    [{ header: "Paid", test: "before", value: "2026-05-01" }, ["nein", "ja"]],
    [{ header: "Paid", test: "after", value: "5" }, ["nein", "ja"]],
  ])("goes, and is named, if %j finds other values there: %j", (filter, values) => {
    const { list, lost } = carriedOver(filtered(file, filter), others(values), "other");
    expect(list.filters).toBeUndefined();
    expect(lost).toEqual(["the filter by “Paid”, which has other values now"]);
    expect(filledList(list).rows).toHaveLength(2);
  });

  it("is tried again on rows that a filter kept out which is gone", () => {
    const none = filtered(file, { header: "Due", test: "blank" });
    const both = filtered(none, { header: "Paid", test: "is", value: "no" });
    const next = listOf("Pupil,Name,Paid\nmia@x.org,Mia Berg,no\nann@x.org,Ann Good,yes\n");
    const { list, lost } = carriedOver(both, next, "other");
    expect(lost).toEqual(["the filter by “Due”"]);
    expect(filledList(list).rows.map((row) => textIn(list, row, "Name"))).toEqual(["Mia Berg"]);
  });
});
