import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cellsOf } from "../testing/csvCheck.ts";
import { readBlock } from "./block.ts";
import { detectDelimiter } from "./delimiter.ts";
import { readCsv } from "./readCsv.ts";

describe("readCsv", () => {
  test.each<[string, string, string[][]]>([
    [
      "CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "CR",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "mixed line breaks",
      'a,b\r\n1,2\n3,4\r5,"x\r\ny"',
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
        ["5", "x\ny"],
      ],
    ],
    [
      "no line break at the end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "spaces after a quote at the end",
      'a,b\n1,"2"  ',
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "quotes inside quotes",
      'a,b\n1,"say ""hi"", Bo"',
      [
        ["a", "b"],
        ["1", 'say "hi", Bo'],
      ],
    ],
    [
      "quotes inside a plain value",
      'a,b\n1,5" pipe',
      [
        ["a", "b"],
        ["1", '5" pipe'],
      ],
    ],
    [
      "an empty quoted value",
      'a,b\n"",2',
      [
        ["a", "b"],
        ["", "2"],
      ],
    ],
    [
      "padded headers",
      " a ,\tb\u00a0\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a header in two lines",
      '"First\nName",b\n1,2',
      [
        ["First\nName", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a mark in the middle",
      'a,b\n\ufeff"1, x",2',
      [
        ["a", "b"],
        ["1, x", "2"],
      ],
    ],
    [
      "empty rows anywhere",
      "\n,\na,b\n\n1,2\n,\n  ,\t\n3,4\n\n",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["one column", "Email\nx@b.co\n", [["Email"], ["x@b.co"]]],
    [
      "columns without a header",
      "a,,b,,\n1,2,3,,\n",
      [
        ["a", "Column 2", "b"],
        ["1", "2", "3"],
      ],
    ],
    [
      "names of Object's own",
      "__proto__,constructor,toString\n1,2,3",
      [
        ["__proto__", "constructor", "toString"],
        ["1", "2", "3"],
      ],
    ],
    [
      "headers that differ in case",
      "Email,email\n1,2",
      [
        ["Email", "email"],
        ["1", "2"],
      ],
    ],
    [
      "formulas",
      "a,b\n=HYPERLINK(1),+1",
      [
        ["a", "b"],
        ["=HYPERLINK(1)", "+1"],
      ],
    ],
    [
      "Excel's own first line",
      "sep=;\na;b,c\n1;2,3",
      [
        ["a", "b,c"],
        ["1", "2,3"],
      ],
    ],
    [
      "text copied from a spreadsheet",
      'a\tb\n"x\ny"\t1,2;3',
      [
        ["a", "b"],
        ["x\ny", "1,2;3"],
      ],
    ],
    [
      "a lone quote copied from a spreadsheet",
      'a\tb\n"Exactly once" is\tx\n5"\t"y',
      [
        ["a", "b"],
        ['"Exactly once" is', "x"],
        ['5"', '"y'],
      ],
    ],
  ])("reads %s", (_, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
    expect(cellsOf(new TextEncoder().encode(text))).toEqual(expected);
  });

  it("names the file's line where each row begins", () => {
    const { rows } = readCsv('sep=,\n\n"a\nb",c\r\n1,"x\n\ny"\n\n2,z\r3,z');
    expect(rows.map((row) => [row.n, row.line])).toEqual([
      [1, 5],
      [2, 9],
      [3, 10],
    ]);
  });

  it("notes a cell that may be several rows", () => {
    const text = 'Name,Email,Size\nAnn,a@x.org,"\nBo,b@x.org,"\nCy,c@x.org,"big\nand tall"\n';
    const { rows, warnings } = readCsv(text);
    expect(rows.map(({ cells }) => cells[2])).toEqual(["\nBo,b@x.org,", "big\nand tall"]);
    expect(warnings).toMatchObject([
      { n: 1, line: 2, message: expect.stringContaining("several rows") },
    ]);
  });

  it("says what it left out above and below, and includes it on request", () => {
    const text = "Members\n\nName,Email\nAnn,ann@x.org\n\nZoe,\nSoma\n";
    expect(readCsv(text)).toMatchObject({
      above: { count: 1, texts: ["Members"], isIncluded: false },
      below: { count: 2, texts: ["Zoe", "Soma"], isIncluded: false },
    });
    const all = readCsv(text, { withAbove: true, withBelow: true });
    expect(all).toMatchObject({ above: { isIncluded: true }, below: { isIncluded: true } });
    expect(all.rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, "Members"],
      [4, "Ann"],
      [6, "Zoe"],
      [7, "Soma"],
    ]);
    expect(readCsv("Name,Email\nAnn,ann@x.org\n")).toMatchObject({ above: null, below: null });
  });

  it("names the first few of many rows below, each in short", () => {
    const notes = Array.from({ length: 30 }, (_, at) => `Note ${at} ${"x".repeat(200)}`);
    const { below } = readCsv(`Name,Email\nAnn,ann@x.org\n\n${notes.join("\n")}\n`);
    expect(below?.count).toBe(30);
    expect(below?.texts).toHaveLength(10);
    expect(below?.texts[0]).toHaveLength(80);
  });

  it("warns of ragged rows, and keeps their cells", () => {
    const table = readCsv("a,b,c\n1,2\n1,2,3,4\n1,2,3,,\nx\n", { delimiter: "," });
    expect(table.warnings).toEqual([
      { kind: "ragged", n: 1, line: 2, message: "The row has 2 values, but there are 3 columns." },
      {
        kind: "shifted",
        n: 2,
        line: 3,
        message:
          "The row has 4 values, but there are 3 columns. Its values may be in the wrong columns.",
      },
      { kind: "ragged", n: 4, line: 5, message: "The row has 1 value, but there are 3 columns." },
    ]);
    expect(table.rows.map((row) => row.cells.length)).toEqual([2, 4, 3, 1]);
  });

  it("warns when the first row is a person, not the headers", () => {
    for (const first of ["ann@example.org", "ann@gmail", "ann@@hotmail.com", "ann@x.org;a@x.org"])
      expect(readCsv(`Ann,${first}\nBo,bo@example.org`).warnings).toMatchObject([
        { kind: "header_is_data", n: null, line: 1 },
      ]);
    for (const header of [
      "Email (ann@example.org)",
      "@",
      "E-Mail @work",
      "Handle (@name)",
      "X/@name",
    ])
      expect(readCsv(`Name,${header}\nBo,bo@example.org`).warnings).toEqual([]);
  });

  it("reads the first row as a person if asked to, with its own line", () => {
    const table = readCsv("sep=;\n\nIna;ina@x.org;\nJan;jan@x.org;Delft;\nKim", {
      noHeaders: true,
      maxRows: 2,
    });
    expect(table).toMatchObject({
      headers: ["Column 1", "Column 2", "Column 3"],
      rowsOverLimit: 1,
    });
    expect(table.rows).toEqual([
      { n: 1, line: 3, cells: ["Ina", "ina@x.org", ""] },
      { n: 2, line: 4, cells: ["Jan", "jan@x.org", "Delft"] },
    ]);
    expect(table.warnings).toEqual([]);
    expect(readCsv("ina@x.org", { noHeaders: true }).rows).toHaveLength(1);
  });

  it("reads 500 columns", () => {
    const line = (prefix: string) =>
      Array.from({ length: 500 }, (_, at) => `${prefix}${at}`).join(";");
    const table = readCsv(`${line("h")}\n${line("v")}`);
    expect(table.headers).toHaveLength(500);
    expect(table.rows[0]?.cells[499]).toBe("v499");
  });

  it("reads a cell of 100 KB; the check refuses it", () => {
    expect(readCsv(`a,b\n1,"${"x\n".repeat(50_000)}"`).rows[0]?.cells[1]).toHaveLength(100_000);
  });

  it("uses the person's choice instead of detecting", () => {
    expect(readCsv("a;b\n1;2", { delimiter: "," })).toMatchObject({
      headers: ["a;b"],
      delimiter: ",",
    });
    expect(readCsv(new TextEncoder().encode("ä\n1"), { encoding: "windows-1252" }).headers).toEqual(
      ["Ã¤"],
    );
  });

  it("only counts the rows above the limit", () => {
    const text = `Email,Note\n${'x@example.org,"a, b"\n\n'.repeat(100_000)}`;
    const table = readCsv(text, { maxRows: 1_000 });
    expect([table.rows.length, table.rowsOverLimit]).toEqual([1_000, 99_000]);
  });

  test.each([
    ["nothing", "", "csv_unreadable", "CSV Error: Could not parse headers. Check format."],
    [
      "blank lines",
      "\n  \n",
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    [
      "control characters in the header",
      "a\u0001\u0002,b\n1,2",
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    [
      "a header of 10,001 characters",
      `${"x".repeat(10_001)}\n1`,
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    ["headers only", "a,b\n", "csv_no_rows", "CSV has no data rows."],
    ["headers and empty rows", "a,b\n,\n\n", "csv_no_rows", "CSV has no data rows."],
    [
      "two columns with one header",
      "Email, Name ,Email,Name,x\n1,2,3,4,5",
      "csv_unreadable",
      'CSV Error: More than one column is called "Email", "Name". Give each column its own name.',
    ],
    [
      "a NUL",
      "a,b\n1,2\n3,\u00004",
      "csv_unreadable",
      "CSV Parsing Error: Line 3 contains something that isn't text. The list is damaged, or it isn't CSV.",
    ],
    [
      "an unclosed quote",
      'a,b\n1,2\n3,"4\n5,6\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 3 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
    [
      "an unclosed quote that meets another",
      'a,b\n1,"2\n3,"4"\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 2 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
    [
      "a quote that closes too early",
      'a,b\n1,"2" x\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 2 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
  ])("refuses %s", (_, text, reason, message) => {
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ reason, message }));
  });

  it("names the line of an unclosed quote in row 3 of 1,000", () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => `${at},"Name ${at}"`);
    rows[2] = '2,"Name 2';
    expect(() => readCsv(`n,name\n${rows.join("\n")}`)).toThrow(
      expect.objectContaining({ details: { line: 4 } }),
    );
  });

  it("refuses random bytes in a sentence", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        try {
          expect(readCsv(bytes).rows.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({
            reason: expect.stringMatching(/^csv_(unreadable|no_rows)$/),
          });
        }
      }),
    );
  });
});

const dataFile = (name: string) =>
  readFileSync(new URL(`../../../e2e/data/${name}`, import.meta.url));

describe("the files of e2e/data", () => {
  it("conference-12.csv has 12 people", () => {
    const { headers, rows, ...rest } = readCsv(dataFile("conference-12.csv"));
    expect(headers).toEqual([
      "Full Name",
      "Email",
      "City",
      "Track",
      "Talk Title",
      "Talk Date",
      "Talk Time",
      "Note",
    ]);
    expect(rows).toHaveLength(12);
    expect(rows[0]?.cells[4]).toBe('"Exactly once" is a lie');
    expect(rows[11]).toMatchObject({ n: 12, line: 14 });
    expect(rows[11]?.cells[7]).toBe("Two lines:\nsecond line");
    expect(rest).toMatchObject({
      delimiter: ",",
      encoding: "utf-8",
      rowsOverLimit: 0,
      warnings: [],
    });
  });

  it("conference-1000.csv is read whole, and up to a limit", () => {
    const whole = readCsv(dataFile("conference-1000.csv"));
    expect(whole.rows).toHaveLength(1000);
    expect(whole.warnings).toEqual([]);
    const trimmed = readCsv(dataFile("conference-1000.csv"), { maxRows: 990 });
    expect(trimmed.rows).toEqual(whole.rows.slice(0, 990));
    expect(trimmed.rowsOverLimit).toBe(10);
  });

  it("kunden-semicolon-windows1252.csv is read with its separator and encoding", () => {
    const table = readCsv(dataFile("kunden-semicolon-windows1252.csv"));
    expect(table).toMatchObject({ delimiter: ";", encoding: "windows-1252", warnings: [] });
    expect(table.headers).toEqual(["Anrede", "Name", "E-Mail", "Betrag", "Fällig am"]);
    expect(table.rows[2]?.cells).toEqual([
      "Frau",
      "Größe; Söhne GmbH",
      "groesse@example.org",
      "12,00 €",
      "31.12.2026",
    ]);
  });

  it("utf16-tab.csv is read with its separator and encoding", () => {
    const table = readCsv(dataFile("utf16-tab.csv"));
    expect(table).toMatchObject({ delimiter: "\t", encoding: "utf-16le", warnings: [] });
    expect(table.rows[1]?.cells).toEqual(["佐藤 花子", "sato@example.org", "例示"]);
  });

  it("problems.csv: empty rows at the end don't count", () => {
    const table = readCsv(dataFile("problems.csv"));
    expect(table.rows.map((row) => [row.n, row.line])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, at + 2]),
    );
    expect(table.warnings).toEqual([]);
  });
});

describe("a block of cells", () => {
  test.each([
    ["one cell", "Ann", [["Ann"]]],
    [
      "as Excel copies it",
      "Ann\tann@x.org\r\nBo\tbo@x.org\r\n",
      [
        ["Ann", "ann@x.org"],
        ["Bo", "bo@x.org"],
      ],
    ],
    ["with an empty row and an empty cell", "a\t\n\nb\tc", [["a", ""], [""], ["b", "c"]]],
    [
      "with line breaks and quotes in cells",
      '"two\nlines"\t"say ""hi"""\nx\ty',
      [
        ["two\nlines", 'say "hi"'],
        ["x", "y"],
      ],
    ],
    [
      "with a quote that is just one",
      '5" pipe\t"open\nx\ty',
      [
        ['5" pipe', '"open'],
        ["x", "y"],
      ],
    ],
    ["with commas", "Good, Ann\tx", [["Good, Ann", "x"]]],
    ["wider than a list, and blank", "\t".repeat(2_000), [new Array(501).fill("")]],
    ["wider than a list", "b\t".repeat(2_000), [new Array(501).fill("b")]],
  ])("is read: %s", (_what, text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });
});

test.each([
  ["commas", "Name,Email\nAnn,a@b.co", ","],
  ["semicolons", "Name;Email\nAnn;a@b.co", ";"],
  ["tabs", "Name\tEmail\nAnn\ta@b.co", "\t"],
  ["bars", "Name|Email\nAnn|a@b.co", "|"],
  ["semicolons and decimal commas", "Name;Betrag;Mail\nAnn;1,50;a@b.co\nBo;2,75;b@b.co", ";"],
  ["semicolons, and a comma in a header", "Name;Betrag, EUR;Mail\nAnn;1,50;a@b.co", ";"],
  ["semicolons in quotes", 'Name,Email\n"a;b;c;d",a@b.co\n"a;b;c;d",b@b.co', ","],
  ["commas in quotes", 'Name;Email\n"a, b, c";a@b.co', ";"],
  ["line breaks in quotes", 'Name;Email\n"a,\nb,\nc";a@b.co', ";"],
  ["a quoted header", '"Name, first";"Email"\n"Ann";"a@b.co"', ";"],
  ["one column", "Email\na@b.co\nb@b.co", ","],
  ["one column with commas in it", "Email\nGood, Ann <a@b.co>\nb@b.co", ";"],
  ["one column with all of them in it", "Email\na,b\na;b\na\tb\na|b", ","],
  ["headers only", "Name;Email", ";"],
  ["nothing", "", ","],
  ["empty lines first", "\n\nName;Email\nAnn;a@b.co", ";"],
  ["ragged rows", "Name,Email,Note\nAnn,a@b.co\nBo,b@b.co\nCy,c@b.co,x|y", ","],
  ["an unclosed quote", 'Name;Email\n"Ann;a@b.co\nBo;b@b.co', ";"],
])("finds %s", (_, text, delimiter) => {
  expect(detectDelimiter(text)).toMatchObject({ delimiter, other: null });
});

it("looks at the beginning only", () => {
  const text = `Name;Email\n${"Ann;a@b.co\n".repeat(5_000)}${"1,2,3,4\n".repeat(2_000_000)}`;
  expect(detectDelimiter(text).delimiter).toBe(";");
});

describe("what most rows show decides", () => {
  const read = (text: string) => {
    const table = readCsv(text);
    return {
      delimiter: table.delimiter,
      headers: table.headers,
      cells: table.rows.map(({ cells }) => cells),
    };
  };
  test.each<[string, string, string[], (string[] | undefined)?]>([
    [
      "the separator under which rows have an address",
      "Name, Vorname;E-Mail\nMuster, Anna;a@x.org\n",
      ["Name, Vorname", "E-Mail"],
    ],
    ["sep= in capitals", "SEP=;\nName;Email\nA,B;a@x.org\n", ["Name", "Email"], ["A,B", "a@x.org"]],
    ["sep= in quotes", '"sep=;"\nName;Email\nA;a@x.org\n', ["Name", "Email"]],
    ["sep= with a name", "sep=\\t\nName\tEmail\nA\ta@x.org\n", ["Name", "Email"]],
    ["sep= that is wrong", "sep=,\nName;Email\nA;a@x.org\n", ["Name", "Email"]],
    [
      "an address in a title",
      "office@x.org\nEmail,Name\na@x.org,A\nb@x.org,B\n",
      ["Email", "Name"],
    ],
    [
      "an @ in the header of the addresses, below a title as wide",
      "List,Group\nE-Mail @,Name\na@x.org,A\n",
      ["E-Mail @", "Name"],
      ["a@x.org", "A"],
    ],
    [
      "whole lines in quotes",
      '"Name,Email"\n"Ann ""A"" B,a@x.org"\n',
      ["Name", "Email"],
      ['Ann "A" B', "a@x.org"],
    ],
    [
      "one column in quotes",
      '"Email"\n"Good, Ann <a@x.org>"\n',
      ["Email"],
      ["Good, Ann <a@x.org>"],
    ],
    [
      "a backslash before a mark",
      'Email,Note\na@x.org,"say \\"hi\\" to"\n',
      ["Email", "Note"],
      ["a@x.org", 'say "hi" to'],
    ],
    [
      "HTML codes of all languages",
      "Name,Email\n&Scaron;&zcaron;&odblac;&lstrok;&Idot; &foo;,a@x.org\n",
      ["Name", "Email"],
      ["Šžőłİ &foo;", "a@x.org"],
    ],
    ["Ctrl-Z at the end", "Email,Note\na@x.org,b\n\u001a", ["Email", "Note"], ["a@x.org", "b"]],
    [
      "a block filled with Ctrl-Z",
      "Email,Note\r\na@x.org,b\r\n\u001a\u001a\u001a\r\n",
      ["Email", "Note"],
      ["a@x.org", "b"],
    ],
    [
      "a block filled with NUL",
      "Email,Note\na@x.org,b\u001a\0\0\0",
      ["Email", "Note"],
      ["a@x.org", "b"],
    ],
    [
      "whole lines in quotes, but the headers",
      'Name,Email\n"Ann ""A"" B,a@x.org"\n"C,b@x.org"\n',
      ["Name", "Email"],
    ],
    [
      "whole lines in quotes with a separator behind",
      '"Name;Email";\n"A;a@x.org";\n',
      ["Name", "Email"],
      ["A", "a@x.org"],
    ],
    [
      "backslashes before marks and backslashes",
      'Email,Note,Path\na@x.org,"say \\"hi\\"","C:\\\\"\n',
      ["Email", "Note", "Path"],
      ["a@x.org", 'say "hi"', "C:\\"],
    ],
  ])("%s", (_, text, headers, cells) => {
    const found = read(text);
    expect(found.headers).toEqual(headers);
    expect(found.cells).toHaveLength(
      text.split("@x.org").length - 1 - (text.includes("office@") ? 1 : 0),
    );
    if (cells) expect(found.cells[0]).toEqual(cells);
  });

  it("offers another separator that fits as well", () => {
    expect(readCsv("A,B;C,D\n1,2;3,4\n1,2;3,4")).toMatchObject({
      delimiter: ",",
      otherDelimiter: null,
    });
    expect(readCsv("A,B;C\n1,2;3\n")).toMatchObject({ delimiter: ",", otherDelimiter: ";" });
  });
});
