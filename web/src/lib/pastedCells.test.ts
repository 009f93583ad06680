import { expect, it } from "vitest";
import { pastedCells } from "./pastedCells.ts";

function pasted(html: string, plain = plainOf(html)): string[] {
  const texts: Record<string, string> = { "text/html": html, "text/plain": plain };
  return pastedCells({ getData: (type) => texts[type] ?? "" }).split("\n");
}

/** The text that a browser copies: a line for each row, its cells apart. */
const plainOf = (html: string) =>
  html
    .replace(/\s+/g, " ")
    .replace(/<(?:tr|br|p|div|li)\b[^>]*>/g, "\n")
    .replace(/<t[dh]\b[^>]*>/g, "\t")
    .replace(/<[^>]*>/g, "");

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
  [
    "a head, whose cells end with it",
    "<table><thead><tr><th rowspan=2>Name<th>Email</thead><tbody><tr><td>Ann<td>a@x.org</table>",
    ["Name\tEmail", "Ann\ta@x.org"],
  ],
  [
    "spans that aren't numbers",
    tableOf("<td rowspan=all colspan=-2>A<td rowspan=2>B", "<td>C"),
    ["A\tB", "C\tB"],
  ],
  [
    "a row with fewer cells",
    tableOf("<td>A<td rowspan=2>B<td>C", "", "<td>1"),
    ["A\tB\tC", "\tB", "1"],
  ],
  ["capital letters", tableOf("<td rowspan=2>Straße<td>1", "<td>2"), ["Straße\t1", "Straße\t2"]],
  [
    "line breaks",
    tableOf(
      "<td rowspan=3>4a<td>Ann<br>a@x.org",
      "<td><div>b@x.org</div><div>c@x.org</div>",
      "<td>12 Main <b>St</b><p>Spring<i>field</i></p><ul><li>x</li><li>y</li></ul>",
    ),
    ["4a\tAnn a@x.org", "4a\tb@x.org c@x.org", "4a\t12 Main St Springfield x y"],
  ],
])("a table is read as browsers lay it out, with %s", (what, html, expected) => {
  const plain = plainOf(html);
  expect(pasted(html, what === "capital letters" ? plain.toUpperCase() : plain)).toEqual(expected);
});

const spanning = tableOf("<td rowspan=2>A<td>B", "<td>a@x.org");

it.each([
  ["before the table", `<p>b@x.org</p>${spanning}`, ["b@x.org", "A\tB", "A\ta@x.org"]],
  ["after the table", `${spanning}<p>b@x.org</p>`, ["A\tB", "A\ta@x.org", "b@x.org"]],
  [
    "around it, with the table's words",
    `<h1>A B</h1><p>A</p>${spanning}<p>B</p>`,
    ["A B", "A", "A\tB", "A\ta@x.org", "B"],
  ],
  [
    "in its caption",
    spanning.replace(">", "><caption>c@x.org</caption>"),
    ["c@x.org", "A\tB", "A\ta@x.org"],
  ],
])("the text %s is kept", (_, html, expected) => {
  expect(pasted(html)).toEqual(expected);
});

it.each([
  ["no cell spans", tableOf("<td rowspan=1>A<td>B", "<td>1<td>2")],
  ["there are two tables", spanning + tableOf("<td>C")],
  ["there is no table", "<p>rowspan=2</p><p>B</p>"],
  [
    "a cell has lines that the HTML doesn't show",
    tableOf('<td rowspan=2>A<td><b style="display:block">b@x.org</b>a@x.org', "<td>1"),
    "A\tb@x.org\na@x.org\n1",
  ],
  [
    "Excel wrote a note into a cell",
    tableOf("<td rowspan=2>A<div class=msocomtxt>n</div>", "<td>1"),
    "A\n1",
  ],
  ["the table is too wide", tableOf(`<td rowspan=2>A${"<td>B".repeat(501)}`, "<td>C")],
  ["there is no HTML", "", "A\nB"],
])("the plain text is taken if %s", (_, html, plain = plainOf(html)) => {
  expect(pasted(html, plain).join("\n")).toBe(plain);
});

it("cells that a spreadsheet puts into quotation marks are read from the HTML", () => {
  const html = tableOf("<td rowspan=2>A<td>B<br>C", '<td>5" pipe');
  expect(pasted(html, 'A\t"B\nC"\n\t"5"" pipe"')).toEqual(["A\tB C", 'A\t5" pipe']);
});

it("a single line is taken as it is", () => {
  expect(pasted(tableOf("<td colspan=2>A"), "A")).toEqual(["A"]);
});
