import { type Zippable, zipSync } from "fflate";

const bytes = (text: string) => new TextEncoder().encode(text);
const packed = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)])) as Zippable, {
    level: 6,
    mtime: "2026-01-01",
  });

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
  const relations = (content: string) => `<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
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
    return typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
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
