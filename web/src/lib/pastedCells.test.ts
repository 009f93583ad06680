import { expect, it } from "vitest";
import { pastedCells } from "./pastedCells.ts";

const PLAIN = "plain\ntext";

function pasted(html: string, plain = PLAIN): string[] {
  const texts: Record<string, string> = { "text/html": html, "text/plain": plain };
  return pastedCells({ getData: (type) => texts[type] ?? "" }).split("\n");
}

const tableOf = (...rows: string[]) =>
  `<table>${rows.map((row) => `<tr>${row}</tr>`).join("")}</table>`;

it.each([
  [
    "rows",
    tableOf(
      "<th>Child<th>Group<th>Mother<th>Father",
      '<td>Emma<td rowspan="2">Dolphins<td>a@x.org<td>b@x.org',
      "<td>Finn<td>–<td>c@x.org",
      "<td>Ola<td>Sharks<td>d@x.org<td>",
    ),
    [
      "Child\tGroup\tMother\tFather",
      "Emma\tDolphins\ta@x.org\tb@x.org",
      "Finn\tDolphins\t–\tc@x.org",
      "Ola\tSharks\td@x.org\t",
    ],
  ],
  [
    "columns",
    tableOf("<td colspan=3>Parents<td>C", "<td>1<td>2<td>3<td>4"),
    ["Parents\t\t\tC", "1\t2\t3\t4"],
  ],
  [
    "rows and columns",
    tableOf("<td rowspan=2 colspan='2'>A<td>B", "<td>C", "<td>1<td>2<td>3"),
    ["A\t\tB", "A\t\tC", "1\t2\t3"],
  ],
  ["all rows below", tableOf("<td rowspan=0>A<td>B", "<td>C", "<td>D"), ["A\tB", "A\tC", "A\tD"]],
  ["more rows than there are", tableOf("<td rowspan=60000>A<td>B", "<td>C"), ["A\tB", "A\tC"]],
  [
    "rows, with lines and spaces in them",
    tableOf("<td rowspan=2> a\n <b>b</b>\tc <td>1", "<td>2"),
    ["a b c\t1", "a b c\t2"],
  ],
])("cells that span %s keep the others in their columns", (_, html, expected) => {
  expect(pasted(html)).toEqual(expected);
});

it.each([
  ["no cell spans", tableOf("<td rowspan=1>A<td>B", "<td>1<td>2")],
  ["there are two tables", tableOf("<td rowspan=2>A<td>B", "<td>1") + tableOf("<td>C")],
  ["there is no table", "<p>rowspan=2</p>"],
  [
    "Excel wrote a note into a cell",
    tableOf("<td rowspan=2>A<div class=msocomtxt>n</div>", "<td>1"),
  ],
  ["there is no HTML", ""],
])("the plain text is taken if %s", (_, html) => {
  expect(pasted(html).join("\n")).toBe(PLAIN);
});

it("a single line is taken as it is", () => {
  expect(pasted(tableOf("<td colspan=2>A"), "A")).toEqual(["A"]);
});
