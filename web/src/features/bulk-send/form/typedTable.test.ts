import { describe, expect, it } from "vitest";
import { type TableRow, withCell, withEmptyRows } from "../../../sending/tableRows.ts";
import { tableCsv } from "../csv/tableCsv.ts";
import { aTable } from "../factories.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { type BulkFormAction, bulkForm } from "./bulkFormReducer.ts";
import { isTyped, tableHeaders } from "./typedTable.ts";
import { hasBulkContent } from "./unsent.ts";

/** Rows by their cells; an empty one where there are none. */
function rowsOf(...lines: Record<string, string>[]): TableRow[] {
  return withEmptyRows([], lines.length).map((row, index) =>
    Object.entries(lines[index] ?? {}).reduce((filled, [header, value]) => withCell(filled, header, value), row),
  );
}
const ann = { Email: "ann@x.org", Name: "Ann" };
const bo = { Email: "bo@x.org", Name: "Bo" };
const cy = { Email: "cy@x.org", Name: "Cy" };
const after = (...actions: BulkFormAction[]): BulkForm => actions.reduce(bulkForm, EMPTY_BULK_FORM);
const contentOf = ({ source }: BulkForm) => (source && isTyped(source.content) ? source.content : []);

describe("a typed table as a file", () => {
  it("counts its rows as the reader does, whatever its columns hide", () => {
    const rows = rowsOf(ann, {}, { Hidden: "x" }, { ...bo, Name: 'two\nlines, "quoted"' });
    const table = aTable(tableCsv(rows, tableHeaders(["Name"])) ?? "");
    expect(table.headers).toEqual(["Email", "Name", "Row"]);
    expect(table.rows.map(({ n, cells }) => [n, ...cells])).toEqual([
      [1, "ann@x.org", "Ann", "1"],
      [2, "", "", "2"],
      [3, "bo@x.org", 'two\nlines, "quoted"', "3"],
    ]);
  });

  it("has one column for the addresses and a variable of that name, and none twice", () => {
    expect(tableHeaders(["Name", "Email"])).toEqual(["Email", "Name"]);
    expect(aTable(tableCsv(rowsOf(ann), ["Email", "Row"]) ?? "").headers).toEqual(["Email", "Row", "Row n"]);
  });

  it("keeps what looks like a formula, and is nothing while it is empty", () => {
    expect(tableCsv(rowsOf({ Email: "=a@x.org" }), ["Email"])).toContain("\n=a@x.org,1");
    expect(tableCsv(rowsOf({}, { Name: " " }), ["Email"])).toBeNull();
  });
});

describe("a typed table in the form", () => {
  const typed: BulkFormAction = { type: "rows", rows: rowsOf(ann, {}, bo, cy) };

  it("is content that would be missed, once something stands in it", () => {
    expect(hasBulkContent(after({ type: "rows", rows: rowsOf({}) }))).toBe(false);
    expect(hasBulkContent(after(typed))).toBe(true);
  });

  it("takes changes back one by one, and left out stays who was, or was put there since", () => {
    const form = after(typed, { type: "leaveOut", rows: [2], check: { rows: [] }, sentBefore: false });
    const rows = contentOf(form);
    const without = bulkForm(form, { type: "rows", rows: rows.toSpliced(2, 1) });
    const skipped = bulkForm(without, { type: "leaveOut", rows: [1], check: { rows: [] }, sentBefore: false });
    const back = bulkForm(skipped, { type: "undoTable" });
    expect(contentOf(back)).toEqual(rows);
    expect(back.skipRows).toEqual([1, 2]);
    expect(bulkForm(back, { type: "undoTable" })).toBe(back);
  });

  it("brings back nobody after a send", () => {
    const form = bulkForm(after(typed), { type: "rows", rows: rowsOf(ann, bo) });
    const added = bulkForm(form, { type: "rows", rows: rowsOf(ann, bo, cy) });
    const sent = bulkForm(added, { type: "begun", frozen: form });
    expect(contentOf(sent)).toHaveLength(1);
    expect(bulkForm(sent, { type: "undoTable" })).toBe(sent);
  });

  it("keeps who was left out when rows before them come and go", () => {
    const form = after(typed, { type: "leaveOut", rows: [3], check: { rows: [] }, sentBefore: false });
    const without = bulkForm(form, { type: "rows", rows: contentOf(form).slice(1) });
    expect(without.skipRows).toEqual([2]);
    const check = { rows: [] };
    const sent = bulkForm(form, { type: "leaveOut", rows: [3], check, sentBefore: true });
    expect(bulkForm(sent, { type: "rows", rows: contentOf(form).slice(1) }).sentBefore).toEqual([2]);
    const gone = bulkForm(form, { type: "rows", rows: contentOf(form).slice(0, 3) });
    expect(gone.skipRows).toEqual([]);
  });

  it("is put right in its own cells", () => {
    const form = after(typed, { type: "edit", row: 2, header: "Name", value: "Bob" });
    expect(contentOf(form)[2]?.cells.get("Name")).toBe("Bob");
    expect(form.rowEdits).toEqual({});
  });

  it("comes along from Direct Send with its template, in place of what was there", () => {
    const form = after(
      { type: "mode", mode: "manual" },
      { type: "manualText", text: "x@x.org" },
      { type: "takeOver", templateId: "t2", rows: rowsOf(ann) },
    );
    expect(form).toMatchObject({ mode: "csv", choice: { kind: "template", id: "t2" }, manualText: "" });
    expect(contentOf(form)).toHaveLength(1);
  });

  it("keeps who was added or changed while a send began, with columns and values, and nobody who was sent to", () => {
    const value: BulkFormAction = { type: "value", variable: "Sender", value: "Ada", isUnfinished: false };
    const frozen = after(typed, value, { type: "leaveOut", rows: [2], check: { rows: [] }, sentBefore: false });
    const [first, ...others] = contentOf(frozen) as [TableRow, ...TableRow[]];
    const added = { ...rowsOf({}, {}, {}, {}, { Email: "di@x.org" })[4], id: 9 } as TableRow;
    const meanwhile = bulkForm(frozen, { type: "rows", rows: [withCell(first, "Name", "Anna"), ...others, added] });
    const begun = bulkForm(meanwhile, { type: "begun", frozen });
    const addresses = contentOf(begun).flatMap(({ cells }) => cells.get("Email") ?? []);
    expect(addresses).toEqual(["ann@x.org", "di@x.org"]);
    expect(begun).toMatchObject({ values: { Sender: "Ada" }, skipRows: [] });
    expect(begun.source?.revision).toBeGreaterThan(meanwhile.source?.revision ?? 0);
  });

  it("goes as a whole when nobody was added, whatever else was touched", () => {
    const frozen = after(typed);
    const touched = bulkForm(frozen, { type: "rows", rows: withEmptyRows(contentOf(frozen), 3) });
    expect(bulkForm(touched, { type: "begun", frozen }).source).toBeNull();
  });

  it("stays when it is another one than was sent", () => {
    const frozen = after(typed);
    const another = after(typed, { type: "source", source: null }, typed);
    expect(contentOf(bulkForm(another, { type: "begun", frozen }))).toHaveLength(4);
  });
});
