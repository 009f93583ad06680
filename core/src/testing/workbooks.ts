import { CFB } from "@e965/xlsx";
import { strFromU8, unzipSync, zipSync } from "fflate";

const bytes = (text: string) => new TextEncoder().encode(text);
const packed = (files: Record<string, string>, level: 0 | 6 = 6) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)])), {
    level,
    mtime: "2026-01-01",
  });
const partsOf = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, part]) => [name, strFromU8(part)]));

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** An `.xlsx` with one sheet. `data` is in its `<sheetData>`; the rest is around it. */
export function xlsxOf(
  data: string,
  { before = "", after = "", strings = "", styles = "", picture = "" } = {},
): Uint8Array<ArrayBuffer> {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
  return packed({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types">${override("workbook", "sheet.main")}${override("worksheets/sheet1", "worksheet")}${override("sharedStrings", "sharedStrings")}${override("styles", "styles")}</Types>`,
    "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      relation(1, "worksheet", "worksheets/sheet1.xml") +
        relation(2, "sharedStrings", "sharedStrings.xml") +
        relation(3, "styles", "styles.xml"),
    ),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings}</sst>`,
    "xl/media/image1.png": picture,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}">${before}<sheetData>${data}</sheetData>${after}</worksheet>`,
  });
}

/** Rows of an `.xlsx`: numbers are numbers, and all else is text. */
export function xlsxRows(...rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (value === null) return "<c/>";
    return typeof value === "number"
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  return rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`).join("");
}

/** An `.ods` with one sheet. */
export function odsOf(rows: string): Uint8Array<ArrayBuffer> {
  return packed({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": "<manifest:manifest/>",
    "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

/** A cell of an `.ods`. */
export function odsCell(text: string, attributes = ""): string {
  return `<table:table-cell office:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;
}

/** The container of an `.xls`, with these streams. */
export function oleOf(streams: Record<string, Uint8Array>): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, content);
  return new Uint8Array(CFB.write(file, { type: "buffer" }));
}

const PEOPLE = xlsxRows(["Name", "Email"], ["Ada", "ada@example.org"], ["Bob", "bob@example.org"]);
const SHEET = "xl/worksheets/sheet1.xml";
/** The second format is a date. */
const DATES = { styles: '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>' };
const withDays = (...cells: readonly string[]) => {
  const rows = cells.map(
    (cell, at) => `<row><c t="inlineStr"><is><t>a${at}@example.org</t></is></c>${cell}</row>`,
  );
  return xlsxOf(xlsxRows(["Email", "Day"]) + rows.join(""), DATES);
};
/** The parts of an `.xlsx` whose sheets are in the other order. */
const withSheetsReversed = ({
  "xl/workbook.xml": book = "",
  ...parts
}: Record<string, string>): Record<string, string> => {
  const sheets = book.match(/<sheet [^>]*>/g) ?? [];
  return {
    ...parts,
    "xl/workbook.xml": book.replace(sheets.join(""), sheets.toReversed().join("")),
  };
};
const TYPES = { "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"/>` };

/**
 * Files that no program writes, and files that aren't workbooks, by name; `expected.json` says what
 * the reader finds in each. `real` reads one of the committed workbooks, which some of them damage.
 */
export const MADE_WORKBOOKS: Readonly<
  Record<string, (real: (name: string) => Uint8Array) => Uint8Array>
> = {
  "archive-in-code.zip": () => packed({ "people.csv": "Email\na@example.org\n" }),
  "backslashes-in-code.xlsx": () =>
    packed(
      Object.fromEntries(
        Object.entries(partsOf(xlsxOf(PEOPLE))).map(([n, part]) => [n.replaceAll("/", "\\"), part]),
      ),
    ),
  "binary-in-code.xlsb": () => packed({ ...TYPES, "xl/workbook.bin": "\0" }),
  /** Its first sheet is a chart, and a row of its second one is hidden. */
  "chart-first-in-code.xlsx": (real) => {
    const parts = withSheetsReversed(partsOf(real("chart-comment-link-openpyxl.xlsx")));
    return packed({
      ...parts,
      [SHEET]: (parts[SHEET] ?? "").replace('<row r="2"', '<row r="2" hidden="1"'),
    });
  },
  "control-characters-in-code.xlsx": () =>
    xlsxOf(
      xlsxRows(
        ["Name", "Email"],
        ["A_x0000_da &#128512;_xD83D_", "ada@example.org"],
        ["B&#x1F600;b_x000D_\nx", "bob@example.org"],
      ),
    ),
  "date-beyond-in-code.xlsx": () =>
    withDays(...["60", "-1", "3000000", "0.5", "1e999"].map((day) => `<c s="1"><v>${day}</v></c>`)),
  /** What follows the content of its last part has no signature. */
  "descriptor-without-signature-in-code.xlsx": (real) => {
    const file = real("descriptors-by-hand.xlsx");
    const end = file.length - 22;
    const directory = new DataView(file.buffer, file.byteOffset).getUint32(end + 16, true);
    const changed = Uint8Array.of(...file.slice(0, directory - 16), ...file.slice(directory - 12));
    new DataView(changed.buffer).setUint32(end - 4 + 16, directory - 4, true);
    return changed;
  },
  "document-in-code.pdf": () => bytes("%PDF-1.4\n%%EOF\n"),
  "empty-shared-text-in-code.xlsx": () => {
    const rows = [1, 2].map((row) => {
      const cells = ["A", "B"].map(
        (column, at) => `<c r="${column}${row}" t="s"><v>${2 * row - 2 + at}</v></c>`,
      );
      return `<row r="${row}">${cells.join("")}</row>`;
    });
    const strings =
      "<si><t>Name</t></si><si><t>Email</t></si><si/><si><r><t>ada</t></r><r><rPr><b/></rPr><t>@example.org</t></r></si>";
    return xlsxOf(rows.join(""), { strings });
  },
  "excel-4-in-code.xls": () =>
    Uint8Array.of(0x09, 0x04, 0x06, 0, 0, 0x04, 0x10, 0, 0, 0, 0x0a, 0, 0, 0),
  /** Rows without numbers. */
  "hidden-row-in-code.xlsx": () => xlsxOf(PEOPLE.replace(/<row>(?=[^/]*Ada)/, '<row hidden="1">')),
  "hidden-sheets-first-in-code.xlsx": (real) =>
    packed(withSheetsReversed(partsOf(real("hidden-openpyxl.xlsx")))),
  "iso-dates-in-code.xlsx": () =>
    withDays(
      ...["2026-04-03", "2026-12-31T00:00:00"].map((day) => `<c s="1" t="d"><v>${day}</v></c>`),
    ),
  "message-in-code.msg": () => oleOf({ "__properties_version1.0": new Uint8Array(64) }),
  "numbers-in-code.numbers": () =>
    packed({ "Index/Document.iwa": "\0", "Metadata/Properties.plist": "x" }),
  /** Some bytes within its sheet's packed content. */
  "overwritten-in-code.xlsx": (real) =>
    real("values-openpyxl.xlsx").map((byte, at) => (at >= 2152 && at < 2192 ? byte ^ 0xff : byte)),
  "presentation-in-code.pptx": () => packed({ ...TYPES, "ppt/presentation.xml": "<p/>" }),
  /** Texts that begin without a format and have parts with one. */
  "runs-in-code.xlsx": () => {
    const runs = "<r><rPr><b/></rPr><t>Muster</t></r><r><t> &amp; Co</t></r>";
    const plain = '<t xml:space="preserve">Ada </t>';
    const cells = `<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is>${plain}${runs}</is></c>`;
    const email = '<c t="inlineStr"><is><t>a@example.org</t></is></c>';
    const strings = `<si>${plain}${runs}</si><si><t/>${runs}</si>`;
    return xlsxOf(`${xlsxRows(["A", "B", "C", "Email"])}<row>${cells}${email}</row>`, { strings });
  },
  "stored-in-code.xlsx": () => packed(partsOf(xlsxOf(PEOPLE)), 0),
  "text-in-code.odt": () =>
    packed({
      mimetype: "application/vnd.oasis.opendocument.text",
      "META-INF/manifest.xml": "<manifest/>",
      "content.xml":
        "<office:document-content><office:body><office:text/></office:body></office:document-content>",
    }),
  "truncated-in-code.xls": (real) => real("values-xlwt.xls").slice(0, 2000),
  "truncated-content-in-code.ods": (real) => {
    const parts = partsOf(real("values-odfpy.ods"));
    return packed({ ...parts, "content.xml": (parts["content.xml"] ?? "").slice(0, 2079) });
  },
  "without-addresses-of-cells-in-code.xlsx": () => {
    const parts = partsOf(xlsxOf(xlsxRows(["Name", "Email"], ["Ada", "ada@example.org"])));
    const prefixed = parts[SHEET]?.replace(/<(\/?)(?=\w)/g, "<$1x:").replace("xmlns=", "xmlns:x=");
    return packed({ ...parts, [SHEET]: prefixed ?? "" });
  },
  "without-its-sheet-in-code.xlsx": () => {
    const { [SHEET]: _, ...others } = partsOf(xlsxOf(PEOPLE));
    return packed(others);
  },
  "word-in-code.doc": () =>
    oleOf({ WordDocument: new Uint8Array(64), "1Table": new Uint8Array(64) }),
  "word-in-code.docx": () => packed({ ...TYPES, "word/document.xml": "<w/>" }),
  /** The name of its stream in capitals. */
  "workbook-in-capitals-in-code.xls": (real) =>
    oleOf({
      WORKBOOK: Uint8Array.from(
        CFB.find(CFB.read(real("values-xlwt.xls"), { type: "array" }), "Workbook")?.content ?? [],
      ),
    }),
};
