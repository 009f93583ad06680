import { describe, expect, it, test } from "vitest";
import { cleanPaste } from "./cleanPaste.ts";
import excelTable from "./fixtures/excelTable.clipboard.txt?raw";
import gmail from "./fixtures/gmail.clipboard.txt?raw";
import googleDocs from "./fixtures/googleDocs.clipboard.txt?raw";
import googleDocsTable from "./fixtures/googleDocsTable.clipboard.txt?raw";
import libreOfficeTable from "./fixtures/libreOfficeTable.clipboard.txt?raw";
import word from "./fixtures/word.clipboard.txt?raw";
import wordOnline from "./fixtures/wordOnline.clipboard.txt?raw";
import wordTable from "./fixtures/wordTable.clipboard.txt?raw";
import { tableOfText } from "./pastedTables.ts";

/** White space in the source between lines means nothing. */
function cleaned(html: string): string[] {
  return cleanPaste(html)
    .html.replace(/[ \n]+/g, " ")
    .replace(/> ?<(?=(p|h\d|ol|ul|li|div|blockquote|br)\b)/g, ">\n<")
    .split("\n");
}

describe("cleanPaste", () => {
  it("reads Word: lines, lists within lists, formats, links; no rubbish", () => {
    expect(cleaned(word)).toEqual([
      "<h1>Annual report</h1>",
      "<p>Dear {{First Name}},</p>",
      "<p>",
      "<br></p>",
      "<p>This text is long enough that Word has wrapped its source after some seventy characters, and it has " +
        "<strong>bold</strong>, <em>italic</em> and <strong><em><u>all of them</u></em></strong>, and a " +
        '<a href="https://example.com/report?a=1&amp;b=2">link</a>.</p>',
      "<p>",
      "<br></p>",
      "<ol>",
      '<li data-list="bullet">First point</li>',
      '<li data-list="bullet" class="ql-indent-1">Below <strong>it</strong></li>',
      '<li data-list="bullet">Second point</li></ol>',
      '<p class="ql-align-center">In the middle</p>',
      "<p>",
      "<br></p>",
      "<ol>",
      '<li data-list="ordered">One</li></ol>',
      "<p>Regards</p>",
    ]);
  });

  it("reads Word on the web, which writes every item as a separate list", () => {
    expect(cleaned(wordOnline)).toEqual([
      "<div>",
      "<p><strong>Agenda</strong></p></div>",
      "<div>",
      "<ul>",
      '<li data-list="bullet">Welcome</li></ul></div>',
      "<div>",
      "<ul>",
      '<li data-list="bullet" class="ql-indent-1"><em>Coffee</em></li></ul></div>',
    ]);
  });

  it("reads Google Docs, whose formats are styles and whose bold tags aren't bold", () => {
    expect(cleaned(googleDocs)).toEqual([
      "<h2>Minutes</h2>",
      '<p>Dear {{First <strong>Name}}</strong>, here is H<sub>2</sub>O and a <a href="https://example.com/notes">link</a>' +
        "<s><em> gone</em></s></p>",
      "<br>",
      "<ul>",
      '<li data-list="bullet">Outer</li>',
      "<ul>",
      '<li data-list="bullet" class="ql-indent-1">Inner</li></ul></ul>',
      '<p class="ql-align-right">Two&nbsp;&nbsp;spaces</p>',
    ]);
  });

  it("reads Gmail, whose lines are boxes", () => {
    expect(cleaned(gmail).join("")).toBe(
      '<div><div>Hi Bo,</div><div><br></div><div>see <a href="https://example.com/a">this page</a><br>and tell me.<br></div>' +
        '<div><ol><li data-list="ordered">One</li><li data-list="ordered"><strong>Two</strong></li></ol></div>' +
        "<blockquote><div>Earlier words</div></blockquote>-- <br><div><div>Ada</div></div></div>",
    );
  });

  it.each([
    ["one cell", "<table><tr><td>42</td></tr></table>", "<p>42</p>"],
    [
      "a table that lays out a page",
      "<table><tr><td><p>a</p><p>b</p></td><td><table><tr><td>c</td><td>d</td></tr></table></td></tr></table>",
      "<div><p>a</p><p>b</p></div><div><table><tbody><tr><td>c</td><td>d</td></tr></tbody></table></div>",
    ],
    [
      "code with its lines",
      '<div style="white-space: pre">if a:\n  b\tc</div>',
      "<div>if a:<br>&nbsp;&nbsp;b&nbsp;&nbsp;&nbsp;&nbsp;c</div>",
    ],
    [
      "an item of several lines",
      "<ul><li><p>a</p><p>b</p></li></ul>",
      '<ul><li data-list="bullet">a<br>b</li></ul>',
    ],
    ["hidden text", 'a<span style="display:none">secret</span>b', "ab"],
    ["text in a hidden element", "a<p hidden>secret</p>b", "ab"],
    ["text that is not seen", 'a<span style="visibility: hidden">secret</span>b', "ab"],
    ["text without a size", '<p style="font-size:0px">secret</p><p>a</p>', "<p>a</p>"],
    ["small text, which is seen", '<p style="font-size:0.5em;opacity:0.9">a</p>', "<p>a</p>"],
    [
      "a signature with a picture in a separate column",
      "<table><tr><td><img src=x></td><td></td><td>Ada Lovelace<br>Sluice</td></tr></table>",
      "<p>Ada Lovelace<br>Sluice</p>",
    ],
    [
      "a line break within a cell of Excel",
      "<table><tr><td>Main Street 1<br>Cork</td><td>5</td></tr></table>",
      "<table><tbody><tr><td><p>Main Street 1</p><p>Cork</p></td><td>5</td></tr></tbody></table>",
    ],
    ["a script", '<p onclick="x()">a<script>alert(1)</script></p>', "<p>a</p>"],
    ["a link that would run", '<a href="javascript:alert(1)">a</a>', "a"],
    ["a link to nowhere", '<a name="top">a</a>', "a"],
    ["a link with a placeholder", '<a href="{{Link}}">a</a>', '<a href="{{Link}}">a</a>'],
    ["a picture", '<p>a<img src="https://example.com/x.png" onerror="x()"></p>', "<p>a</p>"],
    ["deep headings", "<h5>a</h5>", "<h3>a</h3>"],
    [
      "old tags",
      "<b>a</b><strike>b</strike><font color=red>c</font>",
      "<strong>a</strong><s>b</s>c",
    ],
    ["bold tags that aren't bold", '<b style="font-weight:normal">a</b>', "a"],
    [
      "what this editor copied",
      '<p class="ql-align-center x">{{Name}}</p>',
      '<p class="ql-align-center">{{Name}}</p>',
    ],
    ["nothing", "<!-- nothing --><meta charset=utf-8>", ""],
  ])("reads %s", (_what, html, expected) => {
    expect(cleanPaste(html).html).toBe(expected);
  });
});

/** A pasted table, a row a line. */
function rowsOf(html: string): string[] {
  return cleanPaste(html)
    .html.replace(/[ \n]+/g, " ")
    .split(/(?=<(?:tr|table|\/table)>)/)
    .map((row) => row.trim());
}

describe("a pasted table", () => {
  it("of Word keeps its heading row, its lines, its spans and where its text is", () => {
    expect(rowsOf(wordTable)).toEqual([
      "<p>Our bank details:</p> <div>",
      "<table><thead>",
      '<tr><th><strong>Account</strong></th><th colspan="2" class="ql-align-center"><strong>Numbers</strong></th></tr></thead><tbody>',
      '<tr><td rowspan="2"><p>{{Company}}</p><p><em>main office</em></p></td><td>IBAN</td><td class="ql-align-right">IE29 AIBK 9311 5212 3456 78</td></tr>',
      "<tr><td>BIC</td><td></td></tr></tbody>",
      "</table> </div> <p>Thank you.</p>",
    ]);
  });
  it("of Google Docs keeps bold, alignment, links and the marks of a list", () => {
    expect(rowsOf(googleDocsTable)).toEqual([
      "<p>Prices</p><div>",
      "<table><tbody>",
      '<tr><td><strong>Ticket</strong></td><td class="ql-align-right"><strong>Price</strong></td></tr>',
      '<tr><td><p>Day for {{First <strong>Name}}</strong></p><p>• Lunch</p></td><td class="ql-align-right"><a href="https://example.com/prices">40 €</a></td></tr>',
      "<tr><td></td><td></td></tr></tbody>",
      "</table></div><br>",
    ]);
  });
  it("of Excel keeps what its style sheet says, drops hidden rows, and spans no cell for a wide text", () => {
    expect(rowsOf(excelTable)).toEqual([
      "<table><tbody>",
      '<tr><td colspan="2" class="ql-align-center"><strong>Invoice</strong></td><td class="ql-align-center"><strong>Due</strong></td><td class="ql-align-center"><strong>Amount</strong></td></tr>',
      '<tr><td rowspan="2"><em>{{Company}}<br>Dublin</em></td><td class="ql-align-right">4711</td><td class="ql-align-right">3-Apr-26</td><td class="ql-align-right">1,200.50</td></tr>',
      '<tr><td class="ql-align-right">4712</td><td></td><td>only <strong>half</strong></td></tr>',
      "<tr><td>A note that is wider than its cell</td><td></td><td></td><td></td></tr></tbody>",
      "</table>",
    ]);
  });
  it("of LibreOffice keeps spans, bold, alignment and links", () => {
    expect(rowsOf(libreOfficeTable)).toEqual([
      "<table><tbody>",
      '<tr><td colspan="2" class="ql-align-center"><strong>Rates</strong></td><td><strong>From</strong></td></tr>',
      '<tr><td rowspan="2"><em>{{City}}</em></td><td>single</td><td class="ql-align-right">80</td></tr>',
      '<tr><td>double</td><td class="ql-align-right">95.50</td></tr>',
      '<tr><td></td><td></td><td class="ql-align-center"><a href="https://example.com/rates">all</a></td></tr></tbody>',
      "</table>",
    ]);
  });

  const table = (rows: number, columns: number) =>
    `<table>${`<tr>${"<td>x</td>".repeat(columns)}</tr>`.repeat(rows)}</table>`;

  it.each<[rows: number, columns: number, isTable: boolean]>([
    [2, 50, true],
    [2, 51, false],
    [100, 50, true],
    [101, 50, false],
  ])("of %i rows and %i columns is one or is text, and says which", (rows, columns, isTable) => {
    const { html, hasTableAsText } = cleanPaste(table(rows, columns));
    expect(hasTableAsText).toBe(!isTable);
    expect(html.match(/x/g)).toHaveLength(rows * columns);
    expect(html.startsWith("<table>")).toBe(isTable);
  });

  it("counts the tables before it", () => {
    const { html, hasTableAsText } = cleanPaste(table(2, 2) + table(3, 2), { room: 6 });
    expect(hasTableAsText).toBe(true);
    expect(html).toBe(
      `<p>x | x</p><p>x | x</p>${table(3, 2).replace("<table>", "<table><tbody>").replace("</table>", "</tbody></table>")}`,
    );
  });

  it.each([
    [
      "a span past the last row",
      '<tr><td rowspan="9">a</td><td>b</td></tr><tr><td>c</td></tr>',
      '<tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr>',
    ],
    [
      "rows of different lengths",
      "<tr><td>a</td></tr><tr><td>b</td><td>c</td></tr>",
      "<tr><td>a</td><td></td></tr><tr><td>b</td><td>c</td></tr>",
    ],
    [
      "a span of more rows than a body has: nothing below moves to the left",
      `<tr><td rowspan="21">a</td><td>b</td></tr>${"<tr><td>c</td></tr>".repeat(20)}`,
      `<tr><td>a</td><td>b</td></tr>${"<tr><td></td><td>c</td></tr>".repeat(20)}`,
    ],
    [
      "lines around a heading in a cell",
      "<tr><td>a<h2>b</h2><br>c</td><td>d</td></tr>",
      "<tr><td><p>a</p><p><strong>b</strong></p><p></p><p>c</p></td><td>d</td></tr>",
    ],
  ])("with %s", (_what, rows, expected) => {
    expect(cleanPaste(`<table>${rows}</table>`).html).toBe(
      `<table><tbody>${expected}</tbody></table>`,
    );
  });

  it("has its caption before it", () => {
    const { html } = cleanPaste(
      "<table><caption>Rates</caption><tr><td>a</td><td>b</td></tr></table>",
    );
    expect(html).toBe("<p>Rates</p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>");
  });
});

describe("a spreadsheet's text", () => {
  it.each<[text: string, table: string | null]>([
    [
      "a\tb\r\nc\td\r\n",
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
    ],
    [
      '"a ""b""\nc"\td\n\t<e>',
      "<table><tr><td>a &quot;b&quot;<br>c</td><td>d</td></tr><tr><td></td><td>&lt;e&gt;</td></tr></table>",
    ],
    ["a\tb", null],
    ["a\tb\nc", null],
    ["\ta\n\tb", null],
    ["a\nb", null],
  ])("%j is a table if every row has as many cells", (text, expected) => {
    expect(tableOfText(text)).toBe(expected);
  });
});

test("blocks of other programs begin and end lines, as in the email that the server makes", () => {
  const { html } = cleanPaste(
    "<center>a</center><dl><dt>b</dt><dd>c</dd></dl><fieldset>d</fieldset><menu><li>e</li></menu>",
  );
  expect(html.replace(/<(?!\/?(?:div|ul|li))[^>]*>/g, "")).toMatch(
    /^<div>a<\/div><div><div>b<\/div><div>c<\/div><\/div><div>d<\/div><ul><li[^>]*>e<\/li><\/ul>$/,
  );
});

test("pictures of a page are left out and counted; those of an editor stay", () => {
  const own = '<img src="cid:picture-0123456789abcdef.png" alt="A map" width="300">';
  const remote = '<img src="https://x.yy/a.png"><img src="data:image/png;base64,AA" alt="b">';
  const html = `<p>a${own}${remote}<img src="https://x.yy/seen.gif" width="1" height="1"></p>`;
  expect(cleanPaste(html)).toMatchObject({ html: `<p>a${own}</p>`, droppedPictures: 2 });
  expect(cleanPaste(own).droppedPictures).toBe(0);
  expect(cleanPaste(html, { keepsPictures: false })).toMatchObject({
    html: "<p>a</p>",
    droppedPictures: 3,
  });
});
