import { describe, expect, it } from "vitest";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { type BulkFormAction, bulkForm } from "./bulkFormReducer.ts";
import { hasBulkContent } from "./unsent.ts";

const file = new File(["Email\na@example.org\n"], "people.csv");

/** The form after what happened, in order. */
function after(...actions: BulkFormAction[]): BulkForm {
  return actions.reduce(bulkForm, EMPTY_BULK_FORM);
}

const CSV_FILLED: BulkFormAction[] = [
  { type: "choice", choice: { kind: "template", id: "t1" } },
  { type: "source", source: { name: "people.csv", content: file } },
  { type: "recipientColumn", header: "Mail" },
  { type: "map", variable: "Name", header: "Full name" },
  { type: "dateOrder", header: "Due", order: "dmy" },
  { type: "edit", row: 2, header: "Mail", value: "b@example.org" },
  { type: "leaveOut", rows: [4, 3], check: { rows: [] }, sentBefore: false },
  { type: "keepDuplicates", keep: true },
  { type: "preview", row: 2 },
];
const LIST_FILLED: BulkFormAction[] = [
  { type: "mode", mode: "manual" },
  { type: "choice", choice: { kind: "compose" } },
  { type: "compose", subject: "Hello", body: "<p>Hi</p>" },
  { type: "manualText", text: "a@example.org" },
  { type: "value", variable: "Name", value: "Ann", isUnfinished: false },
  { type: "value", variable: "Due", value: "", isUnfinished: true },
  { type: "attachments", files: [file] },
  { type: "preview", row: 1 },
];

describe("the form of Bulk Send", () => {
  it("holds what was chosen", () => {
    expect(after(...CSV_FILLED)).toMatchObject({
      recipientColumn: "Mail",
      columnMap: { Name: "Full name" },
      dateOrders: { Due: "dmy" },
      rowEdits: { 2: { Mail: "b@example.org" } },
      skipRows: [3, 4],
      keepDuplicates: true,
      previewRow: 2,
    });
  });

  it("clears file, column, list, attachments and preview when the mode changes", () => {
    const manual = after(...CSV_FILLED, { type: "mode", mode: "manual" });
    expect(manual).toEqual({
      ...EMPTY_BULK_FORM,
      mode: "manual",
      choice: { kind: "template", id: "t1" },
      asides: manual.asides,
      sources: 1,
    });
    const csv = after(...LIST_FILLED, { type: "mode", mode: "csv" });
    expect(csv).toEqual({
      ...{ ...EMPTY_BULK_FORM, choice: { kind: "compose" }, subject: "Hello", body: "<p>Hi</p>" },
      asides: csv.asides,
    });
  });

  it("keeps what a change of mode clears, with all that was done to it, to be brought back there", () => {
    const filled = after(...CSV_FILLED);
    const there = [
      { type: "mode", mode: "manual" },
      { type: "manualText", text: "a@example.org" },
      { type: "mode", mode: "csv" },
    ] as const;
    const emptied = there.reduce<BulkForm>(bulkForm, filled);
    expect(emptied.source).toBeNull();
    const back = bulkForm(emptied, { type: "bringBack" });
    expect(back).toEqual({ ...filled, asides: { csv: null, manual: emptied.asides.manual }, previewRow: null });
    const list = [{ type: "mode", mode: "manual" }, { type: "bringBack" }] as const;
    expect(list.reduce<BulkForm>(bulkForm, back).manualText).toBe("a@example.org");
  });

  it("changes a corrected file and a typed table for one another, and loses neither", () => {
    const rows = [{ id: 1, cells: new Map([["Email", "bo@example.org"]]) }];
    const table = after(...CSV_FILLED, { type: "rows", rows: [] }, { type: "rows", rows });
    expect(table.source?.content).toBe(rows);
    const file = bulkForm(table, { type: "bringBack" });
    expect(file.rowEdits).toEqual({ 2: { Mail: "b@example.org" } });
    expect(bulkForm(file, { type: "bringBack" }).source?.content).toBe(rows);
    // An empty table is nothing to bring back.
    expect(after({ type: "rows", rows: [] }, { type: "mode", mode: "manual" }).asides).toEqual(EMPTY_BULK_FORM.asides);
  });

  it("brings back no values of another mail, and nobody to whom it was sent", () => {
    const list = after(...LIST_FILLED, { type: "mode", mode: "csv" });
    const other = bulkForm(list, { type: "choice", choice: { kind: "template", id: "t2" } });
    expect(other.asides.manual).toMatchObject({ values: {}, manualText: "a@example.org" });
    const file = after(...CSV_FILLED);
    const away = bulkForm(file, { type: "mode", mode: "manual" });
    expect(bulkForm(away, { type: "begun", frozen: file }).asides).toEqual(EMPTY_BULK_FORM.asides);
    expect(bulkForm(list, { type: "begun", frozen: file }).asides.manual).not.toBeNull();
  });

  it("keeps everything when the mode that holds is chosen again", () => {
    const form = after(...CSV_FILLED);
    expect(bulkForm(form, { type: "mode", mode: "csv" })).toBe(form);
  });

  it("clears the preview, the mapping and the values when another template is chosen, and keeps the file", () => {
    const form = after(...CSV_FILLED, { type: "choice", choice: { kind: "template", id: "t2" } });
    expect(form).toMatchObject({ previewRow: null, columnMap: {}, values: {}, recipientColumn: "Mail" });
    // What was answered is about the file.
    expect(form.dateOrders).toEqual({ Due: "dmy" });
    expect(form.source?.content).toBe(file);
  });

  it.each<[string, BulkFormAction]>([
    ["another file is chosen", { type: "source", source: { name: "b.csv", content: "Email\tName\n" } }],
    ["the file is taken out", { type: "source", source: null }],
    ["the file is read in another way", { type: "reading", reading: { delimiter: ";" } }],
  ])("forgets changes to rows when %s", (_what, action) => {
    expect(after(...CSV_FILLED, action)).toMatchObject({
      recipientColumn: null,
      columnMap: {},
      dateOrders: {},
      rowEdits: {},
      skipRows: [],
      keepDuplicates: false,
      previewRow: null,
    });
  });

  it("gives every chosen file its own number, also the same one chosen twice", () => {
    const chosen: BulkFormAction = { type: "source", source: { name: "people.csv", content: file } };
    expect(after(chosen).source?.id).not.toBe(after(chosen, chosen).source?.id);
  });

  it("keeps the other override when one is chosen", () => {
    const form = after(
      { type: "reading", reading: { delimiter: ";" } },
      { type: "reading", reading: { encoding: "windows-1252" } },
    );
    expect(form.reading).toEqual({ delimiter: ";", encoding: "windows-1252", noHeadings: false });
  });

  it("takes back one change of a cell, and the row with its last one", () => {
    const two: BulkFormAction[] = [
      { type: "edit", row: 1, header: "A", value: "x" },
      { type: "edit", row: 1, header: "B", value: "y" },
    ];
    expect(after(...two, { type: "edit", row: 1, header: "A", value: null }).rowEdits).toEqual({ 1: { B: "y" } });
    expect(after(...two.slice(0, 1), { type: "edit", row: 1, header: "A", value: null }).rowEdits).toEqual({});
    expect(after(...two, { type: "undoEdits" }).rowEdits).toEqual({});
  });

  it("edits and maps columns that are called like something every object has", () => {
    const form = after(
      { type: "edit", row: 1, header: "__proto__", value: "x" },
      { type: "map", variable: "constructor", header: "__proto__" },
    );
    expect(Object.entries(form.rowEdits[1] ?? {})).toEqual([["__proto__", "x"]]);
    expect(Object.entries(form.columnMap)).toEqual([["constructor", "__proto__"]]);
  });

  it("holds one answer for a column, whatever it is called, and the formats of what is written here", () => {
    const form = after(
      { type: "dateOrder", header: "__proto__", order: "dmy" },
      { type: "dateOrder", header: "__proto__", order: "mdy" },
      { type: "compose", dateFormat: "dmy_dots" },
      { type: "compose", subject: "Hello" },
    );
    expect(Object.entries(form.dateOrders)).toEqual([["__proto__", "mdy"]]);
    expect(form).toMatchObject({ subject: "Hello", dateFormat: "dmy_dots", timeFormat: "12hr" });
  });

  it("knows which dates are not finished", () => {
    const half: BulkFormAction = { type: "value", variable: "Due", value: "", isUnfinished: true };
    expect(after(half, half).unfinished).toEqual(["Due"]);
    expect(after(half, { ...half, value: "2027-04-01", isUnfinished: false }).unfinished).toEqual([]);
  });

  it("puts rows back in", () => {
    expect(after(...CSV_FILLED, { type: "putBack", rows: [3] }).skipRows).toEqual([4]);
  });

  const row = (n: number, address: string | null, name = "", duplicateOf: number | null = null) => ({
    n,
    line: null,
    recipient: address ?? "nonsense",
    address,
    name,
    values: [],
    verdict: duplicateOf === null ? ("ready" as const) : ("skip" as const),
    reason: "",
    duplicateOf,
    notes: [],
  });

  it("leaves rows out of a list by writing it anew, without what is no address", () => {
    const check = { rows: [row(1, "a@example.org", "Good, Ann"), row(2, "b@example.org"), row(3, null)] };
    const form = after(...LIST_FILLED, { type: "leaveOut", rows: [2], check, sentBefore: true });
    expect(form.manualText).toBe('"Good, Ann" <a@example.org>');
  });

  describe("leaves a person out, not only the row: what had the same address does not move up", () => {
    const rows = [row(1, "a@example.org"), row(2, "b@example.org"), row(5, "A@example.org", "", 1)];

    it.each([true, false])("in a file (sent before: %s)", (sentBefore) => {
      const form = after(...CSV_FILLED, { type: "leaveOut", rows: [1], check: { rows }, sentBefore });
      expect(form.skipRows).toEqual([1, 3, 4, 5]);
      expect(form.sentBefore).toEqual(sentBefore ? [1, 5] : []);
    });

    it("in a list", () => {
      const form = after(...LIST_FILLED, { type: "leaveOut", rows: [1], check: { rows }, sentBefore: true });
      expect(form.manualText).toBe("b@example.org");
    });

    it("but not where duplicates are kept: each is a mail of its own", () => {
      const kept = rows.map((one) => ({ ...one, verdict: "ready" as const }));
      const form = after(...CSV_FILLED, { type: "leaveOut", rows: [1], check: { rows: kept }, sentBefore: false });
      expect(form.skipRows).toEqual([1, 3, 4]);
    });
  });

  it("begins anew after a send, with the same mode and template", () => {
    const form = after(...CSV_FILLED);
    const begun = bulkForm(form, { type: "begun", frozen: form });
    expect(begun).toEqual({ ...EMPTY_BULK_FORM, choice: { kind: "template", id: "t1" }, sources: 1 });
  });

  it.each<[string, BulkFormAction, Partial<BulkForm>]>([
    ["a list that was gone on with", { type: "manualText", text: "a@example.org b@example.org" }, { values: {} }],
    ["a value", { type: "value", variable: "Name", value: "Bo", isUnfinished: false }, { manualText: "" }],
    ["another time", { type: "when", when: { kind: "later", at: null } }, { manualText: "", attachments: [] }],
    ["another file to go with it", { type: "attachments", files: [file, new File([], "b.txt")] }, { manualText: "" }],
  ])("keeps %s that was chosen while it began, and takes the rest out", (_what, meanwhile, gone) => {
    const frozen = after(...LIST_FILLED);
    const changed = bulkForm(frozen, meanwhile);
    const begun = bulkForm(changed, { type: "begun", frozen });
    expect(begun).toMatchObject(gone);
    const part = (meanwhile.type === "value" ? "values" : meanwhile.type) as keyof BulkForm;
    if (part === "values") expect(begun.values).toEqual({ Name: "Bo" });
    else if (part === "attachments") expect(begun.attachments.map(({ name }) => name)).toEqual(["b.txt"]);
    else expect(begun[part]).toEqual(changed[part]);
  });

  it.each<[string, BulkFormAction]>([
    ["another file", { type: "source", source: { name: "b.csv", content: "Email\tName\n" } }],
    ["a corrected cell", { type: "edit", row: 3, header: "Mail", value: "c@example.org" }],
  ])("keeps a file with all that was done to it when %s came while it began", (_what, meanwhile) => {
    const frozen = after(...CSV_FILLED);
    const changed = bulkForm(frozen, meanwhile);
    const begun = bulkForm(changed, { type: "begun", frozen });
    expect(begun).toMatchObject({ source: changed.source, rowEdits: changed.rowEdits, skipRows: changed.skipRows });
  });

  it("keeps a composed mail that was sent, which nobody would miss until it is changed", () => {
    const frozen = after(...LIST_FILLED);
    const begun = bulkForm(frozen, { type: "begun", frozen });
    expect(begun).toMatchObject({ subject: "Hello", body: "<p>Hi</p>" });
    expect(hasBulkContent(begun)).toBe(false);
    expect(hasBulkContent(bulkForm(begun, { type: "compose", subject: "Hello" }))).toBe(false);
    expect(hasBulkContent(bulkForm(begun, { type: "compose", subject: "Hello again" }))).toBe(true);
    const changed = bulkForm(frozen, { type: "compose", body: "<p>Hi all</p>" });
    expect(hasBulkContent(bulkForm(changed, { type: "begun", frozen }))).toBe(true);
  });

  it("does not go on waiting for a file that was sent before a reload", () => {
    const { reading, recipientColumn, columnMap, sameForAll, dateOrders, keepDuplicates } = EMPTY_BULK_FORM;
    const parts = { reading, recipientColumn, columnMap, sameForAll, dateOrders, keepDuplicates };
    const file = { name: "a.csv", size: 1, lastModified: 1 };
    const awaited = { ...parts, rowEdits: { 1: { Name: "Bo" } }, skipRows: [2], sentBefore: [], file };
    const form = { ...EMPTY_BULK_FORM, awaited };
    expect(bulkForm(form, { type: "begun", frozen: form }).awaited).toBeNull();
  });
});

describe("a mail that is used again", () => {
  const mail = {
    templateId: null,
    subject: "S",
    body: "<p>{{Name}}</p>",
    dateFormat: "dmy_dots",
    timeFormat: "24hr",
  } as const;

  it.each([
    ["csv", {}],
    ["manual", { Name: "Ann" }],
  ] as const)("of the mode %s has its formats, and of a file nobody's values", (mode, values) => {
    const again = { ...mail, mode, values: { Name: "Ann" }, startAt: null };
    expect(bulkForm(EMPTY_BULK_FORM, { type: "again", again })).toMatchObject({
      ...{ choice: { kind: "compose" }, mode: "manual", dateFormat: "dmy_dots", timeFormat: "24hr" },
    });
    expect(bulkForm(EMPTY_BULK_FORM, { type: "again", again }).values).toEqual(values);
  });
});
