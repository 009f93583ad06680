import { type UnzipFileInfo, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { AppError } from "../contract/appError.ts";
import { odsCell, odsOf, oleOf, xlsxOf, xlsxRows } from "../testing/workbooks.ts";
import { readWorkbook } from "./readWorkbook.ts";

/**
 * Small files that would fill memory or never end. Nothing is timed: without its guard, each of
 * these tests would hang.
 */
const MB = 1024 * 1024;
const people = xlsxRows(["Name", "Email"], ["Ada", "ada@example.org"]);
const DAMAGED =
  "This workbook is damaged. Open it in Excel or LibreOffice, save it again and choose that file.";
const TOO_LARGE =
  "This workbook is larger than 60 MB when unpacked. Copy the sheet with your people into a workbook of its own.";
const cellsOver = (most: string) =>
  `This workbook has more than ${most} cells. Copy the sheet with your people into a workbook of its own.`;

const read = (file: Uint8Array) =>
  readWorkbook(
    file,
    { sheet: null, language: null, headerRow: null, withHidden: false, noHeaders: false },
    10_000,
  );

function refusal(file: Uint8Array): string {
  try {
    read(file);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "none";
}

/** The file with the unpacked size of a part, in both places where a zip has it, changed. */
function claiming(file: Uint8Array, size: number, part = "xl/worksheets/sheet1.xml"): Uint8Array {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  const name = new TextEncoder().encode(part);
  for (let at = 0; at < file.length - name.length; at += 1) {
    if (!name.every((byte, offset) => file[at + offset] === byte)) continue;
    if (at >= 30 && view.getUint32(at - 30, true) === 0x04034b50)
      view.setUint32(at - 30 + 22, size, true);
    if (at >= 46 && view.getUint32(at - 46, true) === 0x02014b50)
      view.setUint32(at - 46 + 24, size, true);
  }
  return changed;
}

test("refuses a workbook whose declared size is more than 60 MB", () => {
  expect(refusal(claiming(xlsxOf(people), 61 * MB))).toBe(TOO_LARGE);
});

test("refuses a workbook that unpacks to more than 60 MB, whatever size it declares", () => {
  const bomb = xlsxOf(people, { after: " ".repeat(61 * MB) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(refusal(bomb)).toBe(TOO_LARGE);
  expect(refusal(claiming(bomb, 1000))).toBe(TOO_LARGE);
});

test("refuses a workbook whose sheet is larger or smaller than it says", () => {
  const file = xlsxOf(people);
  const sizes: UnzipFileInfo[] = [];
  unzipSync(file, { filter: (part) => sizes.push(part) < 0 });
  const size = sizes.find(({ name }) => name.endsWith("sheet1.xml"))?.originalSize ?? 0;
  expect(size).toBeGreaterThan(100);
  expect(read(claiming(file, size)).rows).toHaveLength(1);
  for (const other of [size - 1, size + 1]) expect(refusal(claiming(file, other))).toBe(DAMAGED);
});

test("reads a number whose format would take hours, and says so in its row", () => {
  const format = "[".repeat(1_000_000);
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`;
  const rows = xlsxRows(["Name", "Email", "Share"], ["Ada", "ada@example.org", 1.5]);
  const table = read(xlsxOf(rows.replace("<c><v>1.5", '<c s="1"><v>1.5'), { styles }));
  expect(table.rows[0]?.cells).toEqual(["Ada", "ada@example.org", "1.5"]);
  expect(table.warnings.map(({ message }) => message)).toEqual([
    `Row 1 has a number format that isn't understood in "Share". The number is read without it.`,
  ]);
});

test("doesn't unpack pictures, however large they are", () => {
  const file = xlsxOf(people, { picture: "not large" });
  const picture = "xl/media/image1.png";
  expect(read(claiming(file, 61 * MB, picture)).rows).toHaveLength(1);
});

test("reads a sheet whose range is all of Excel's, or whose last cell is far away", () => {
  expect(read(xlsxOf(people, { before: '<dimension ref="A1:XFD1048576"/>' })).rows).toHaveLength(1);
  const far = (ref: string, line: number) =>
    `<row r="${line}"><c r="${ref}" t="inlineStr"><is><t>far</t></is></c></row>`;
  expect(read(xlsxOf(people + far("B1048576", 1_048_576))).rows.map(({ line }) => line)).toEqual([
    2, 1_048_576,
  ]);
  expect(read(xlsxOf(people + far("XFD3", 3))).headers).toEqual(["Name", "Email", "Column 3"]);
  for (const [ref, line] of [
    ["B4294967295", 4_294_967_295],
    ["ZZZZZZ3", 3],
  ] as const) {
    expect(read(xlsxOf(people + far(ref, line))).rows).toHaveLength(1);
  }
});

test("refuses many formats for all columns, and links that fill the sheet", () => {
  const columns = (max: number) => `<col min="3" max="${max}" width="9" hidden="1"/>`;
  expect(read(xlsxOf(people, { before: `<cols>${columns(4e9)}</cols>` })).rows).toHaveLength(1);
  expect(refusal(xlsxOf(people, { before: `<cols>${columns(16_384).repeat(20)}</cols>` }))).toBe(
    DAMAGED,
  );
  const link = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="S!A1"/></hyperlinks>';
  expect(refusal(xlsxOf(people, { after: link }))).toBe(DAMAGED);
});

const text = (length: number) => "x".repeat(length);
const HEADERS_UNREADABLE = "CSV Error: Could not parse headers. Check format.";

test("refuses more than 500,000 cells, empty ones included", () => {
  const row = (cells: number) => `<row>${"<c/>".repeat(cells)}</row>`;
  // The people take four.
  const almost = people + row(1_000).repeat(499);
  expect(read(xlsxOf(almost + row(996))).rows).toHaveLength(1);
  expect(refusal(xlsxOf(almost + row(997)))).toBe(cellsOver("500,000"));
  expect(refusal(xlsxOf(people + row(500_001)))).toBe(cellsOver("500,000"));
});

test("counts a shared text as often as it's used", () => {
  const strings = (header: number) =>
    [text(header), "a@example.org", text(24_900)].map((one) => `<si><t>${one}</t></si>`).join("");
  const row = (...indexes: number[]) =>
    `<row>${indexes.map((at) => `<c t="s"><v>${at}</v></c>`).join("")}</row>`;
  const used = (header: number, times: number) =>
    xlsxOf(row(0, 1) + row(1, 2).repeat(times), { strings: strings(header) });
  const TOO_MUCH = 'The sheet "S" has too much text. Delete columns and rows that you don\'t need.';
  expect(read(used(5, 300)).rows).toHaveLength(300);
  // Ten million characters: the two headers, and 400 times an address and a long text.
  const rest = 10_000_000 - "a@example.org".length - 400 * ("a@example.org".length + 24_900);
  expect(refusal(used(rest, 400))).toBe(HEADERS_UNREADABLE);
  expect(refusal(used(rest + 1, 400))).toBe(TOO_MUCH);
  expect(refusal(used(5, 20_000))).toBe(TOO_MUCH);
});

test("refuses an .ods that repeats rows and columns a million times", () => {
  const repeated = (of: string, times: number) => ` table:number-${of}-repeated="${times}"`;
  const row = (cells: string, attributes = "") =>
    `<table:table-row${attributes}>${cells}</table:table-row>`;
  const header = row(odsCell("Name") + odsCell("Email"));
  const person = odsCell("Ada") + odsCell("ada@example.org");
  const bombs = [
    row(odsCell("x", repeated("columns", 16_384)), repeated("rows", 1_048_576)),
    row(person, repeated("rows", 1_000_000)),
    row(odsCell("x", repeated("columns", 1e15))),
    row(odsCell("x", repeated("columns", 16_384))).repeat(100),
  ];
  for (const bomb of bombs) expect(refusal(odsOf(header + bomb))).toBe(cellsOver("500,000"));
  const blank = row(`<table:table-cell${repeated("columns", 1e9)}/>`, repeated("rows", 1e9));
  expect(read(odsOf(header + row(person) + blank + row(person))).rows).toHaveLength(1);
  const columns = `<table:table-column${repeated("columns", 1e12)} table:visibility="collapse"/>`;
  expect(refusal(odsOf(columns.repeat(1000) + header + row(person)))).toBe(
    'The sheet "S" is empty.',
  );
  const spaces = row(odsCell('A<text:s text:c="4000000000"/>B') + odsCell("a@example.org"));
  expect(read(odsOf(header + spaces)).rows[0]?.cells[0]).toBe(`A${" ".repeat(100)}B`);
});

/** An `.xls` of records: types with the 16-bit words in them. */
function xlsOf(...records: readonly (readonly [type: number, ...words: number[]])[]): Uint8Array {
  const words = records.flatMap(([type, ...content]) => [type, 2 * content.length, ...content]);
  return oleOf({ Workbook: new Uint8Array(Uint16Array.from(words).buffer) });
}

test("refuses an .xls of more than 5 MB or 100,000 cells before the library reads it", () => {
  const large = (bytes: number) => {
    const file = new Uint8Array(bytes);
    file.set([0xd0, 0xcf, 0x11, 0xe0]);
    return file;
  };
  const TOO_LARGE_XLS =
    "This .xls workbook is larger than 5 MB. Save it as .xlsx and choose that file.";
  expect(refusal(large(5 * MB))).toBe(DAMAGED);
  expect(refusal(large(5 * MB + 1))).toBe(TOO_LARGE_XLS);
  const start = [0x809, 0x600, 5] as const;
  const blank = [0x201, 0, 0, 0] as const;
  const blanksOf = (count: number) => xlsOf(start, ...Array.from({ length: count }, () => blank));
  expect(refusal(blanksOf(100_000))).toBe("This workbook is empty.");
  expect(refusal(blanksOf(100_001))).toBe(cellsOver("100,000"));
  const blanks = [0xbe, ...Array.from({ length: 4000 }, () => 0)] as const;
  expect(refusal(xlsOf(start, ...Array.from({ length: 30 }, () => blanks)))).toBe(
    cellsOver("100,000"),
  );
});

test("refuses an .xls whose formats or links fill the sheet, or that has a password", () => {
  const start = [0x809, 0x600, 5] as const;
  const columns = [0x7d, 0, 65_535, 0, 0, 0, 0] as const;
  const link = [0x1b8, 0, 65_535, 0, 255, 0, 0, 0, 0] as const;
  const tip = [0x800, 0x800, 0, 65_535, 0, 255, 0] as const;
  expect(refusal(xlsOf(start, columns, columns, columns, columns))).toBe(DAMAGED);
  expect(refusal(xlsOf(start, link))).toBe(DAMAGED);
  expect(refusal(xlsOf(start, tip))).toBe(DAMAGED);
  expect(refusal(xlsOf(start, [0x2f, 0, 0, 0]))).toMatch(/^This workbook has a password\./);
});

test("refuses an .xls whose sectors follow each other in a circle", () => {
  const file = xlsOf(
    [0x809, 0x600, 5],
    ...Array.from({ length: 2000 }, () => [0x201, 0, 0, 0] as const),
  );
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const table = 512 * (view.getUint32(76, true) + 1);
  for (let index = 0; index < 128; index += 1) {
    const changed = file.slice();
    new DataView(changed.buffer).setUint32(table + 4 * index, 0, true);
    expect(["none", DAMAGED, "This workbook is empty."]).toContain(refusal(changed));
  }
  const circle = file.slice();
  for (let index = 0; index < 128; index += 1)
    new DataView(circle.buffer).setUint32(table + 4 * index, index, true);
  expect(refusal(circle)).toBe(DAMAGED);
});
