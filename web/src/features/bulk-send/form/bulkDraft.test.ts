import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBulkDraft, writeBulkDraft } from "./bulkDraft.ts";
import { type Aside, type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { type BulkFormAction, bulkForm } from "./bulkFormReducer.ts";

const text = fc.string({ unit: fc.constantFrom(..."aé雪\n\t,;\"'<{}\\ \u{1F600}\u2028"), maxLength: 12 });
const header = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "toString"));
const record = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(header, value), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
const row = fc.integer({ min: 1, max: 2_000 });
const edits = fc.array(fc.tuple(row, record(text)), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));

const typedRow = fc.record(
  { id: row, cells: fc.array(fc.tuple(header, text)).map((all) => new Map(all)), corrects: row },
  { requiredKeys: ["id", "cells"] },
);

/** Every part that is kept: a new one that is forgotten here does not compile. */
const people = {
  source: fc.oneof(text, fc.array(typedRow)).map((content) => ({ id: 1, revision: 0, name: "A table", content })),
  awaited: fc.constant(null),
  reading: fc.record({
    delimiter: fc.constantFrom(null, ",", "\t"),
    encoding: fc.constantFrom(null, "windows-1252"),
    noHeadings: fc.boolean(),
  }),
  recipientColumn: fc.option(header),
  columnMap: record(header),
  sameForAll: record(fc.boolean()),
  dateOrders: record(fc.constantFrom("dmy", "mdy")),
  rowEdits: edits,
  skipRows: fc.array(row, { maxLength: 5 }),
  sentBefore: fc.array(row, { maxLength: 5 }),
  keepDuplicates: fc.boolean(),
  undo: fc.constant([]),
  corrects: fc.option(
    fc.record({ send: text, people: fc.array(fc.record({ row, who: text, reason: text }), { maxLength: 3 }) }),
  ),
  manualText: text,
  values: record(text),
  unfinished: fc.constant([]),
  attachments: fc.constant([]),
};
const aside: fc.Arbitrary<Aside> = fc.record(people);
const forms: fc.Arbitrary<BulkForm> = fc.record({
  ...people,
  mode: fc.constantFrom("csv", "manual"),
  choice: fc.oneof(
    fc.constant({ kind: "compose" as const }),
    fc.constantFrom("t1", "t2").map((id) => ({ kind: "template" as const, id })),
  ),
  subject: text,
  body: text,
  isMailSent: fc.boolean(),
  dateFormat: fc.constantFrom("mmddyyyy", "long", "ddmmyyyy", "iso", "dmy_dots"),
  timeFormat: fc.constantFrom("12hr", "24hr"),
  asides: fc.record({ csv: fc.option(aside), manual: fc.option(aside) }),
  sources: fc.constant(1),
  previewRow: fc.option(row),
  when: fc.constantFrom(
    { kind: "now" as const },
    { kind: "later" as const, at: null },
    { kind: "later" as const, at: "2026-12-01T08:00:00+01:00" },
  ),
});

const throughStore = (form: BulkForm) => readBulkDraft(JSON.parse(JSON.stringify(writeBulkDraft(form))));
const written = writeBulkDraft({ ...EMPTY_BULK_FORM, manualText: "a" });
const keyed = (form: BulkForm) => JSON.stringify(pairsOf(form));
/** As sorted pairs: an object with a key `__proto__` compares badly. */
const pairsOf = (value: unknown): unknown =>
  value instanceof Map
    ? [...value]
    : typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, pairsOf(inner)])
      : value;

describe("a draft of Bulk Send", () => {
  it("holds everything but files, whatever columns and variables are called", () => {
    void fc.assert(
      fc.property(forms, (form) => {
        const restored = throughStore(form)?.form;
        expect(restored && keyed({ ...form, ...restored })).toBe(keyed(form));
      }),
    );
  });

  it("is none while nothing was chosen or written", () => {
    expect(writeBulkDraft(EMPTY_BULK_FORM)).toBeNull();
  });

  it("gives what was done to a file back once the same file is chosen again, and to no other", () => {
    const aFile = (content: string) => new File([content], "people.csv", { lastModified: 1 });
    const file = aFile("Email\na@example.org\n");
    const done: BulkFormAction[] = [
      { type: "choice", choice: { kind: "template", id: "t1" } },
      { type: "source", source: { name: file.name, content: file } },
      { type: "map", variable: "Name", header: "Full name" },
      { type: "edit", row: 2, header: "Email", value: "b@example.org" },
      { type: "leaveOut", rows: [3], check: { rows: [] }, sentBefore: false },
    ];
    const restored = throughStore(done.reduce(bulkForm, EMPTY_BULK_FORM));
    if (!restored) throw new Error("Nothing was restored.");
    expect(restored.files).toEqual(["people.csv"]);
    expect(restored.form).toMatchObject({ source: null, rowEdits: {}, columnMap: {} });
    // A second reload before that changes nothing.
    expect(throughStore(restored.form)).toEqual(restored);

    const choose = (content: File) =>
      bulkForm(restored.form, { type: "source", source: { name: content.name, content } });
    const again = choose(aFile("Email\na@example.org\n"));
    expect(again).toMatchObject({ columnMap: { Name: "Full name" }, skipRows: [3], awaited: null });
    expect(again.rowEdits).toEqual({ 2: { Email: "b@example.org" } });
    expect(choose(aFile("Email\nsomebody.else@example.org\n"))).toMatchObject({ rowEdits: {}, skipRows: [] });
  });

  it("names the files that have to be attached again", () => {
    const form: BulkForm = { ...EMPTY_BULK_FORM, mode: "manual", attachments: [new File(["x"], "map.pdf")] };
    expect(throughStore(form)).toMatchObject({ files: ["map.pdf"], form: { attachments: [] } });
  });

  it.each([
    ["nothing", null],
    ["a text", "draft"],
    ["an older version", { ...written, version: 0 }],
    ["a missing part", { version: 4, mode: "csv" }],
    ["a part of another kind", { ...written, people: { ...written?.people, values: { a: 1 } } }],
    ["a row that is none", { ...written, people: { ...written?.people, skipRows: [-1] } }],
  ])("is dropped when it is %s", (_what, stored) => {
    expect(readBulkDraft(stored)).toBeNull();
  });

  it("is a form or nothing, whatever stands in the store", () => {
    const good = written ?? {};
    void fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(good)), (value, part) => {
        expect(() => readBulkDraft(value)).not.toThrow();
        const restored = readBulkDraft({ ...good, [part]: value });
        if (restored) expect(writeBulkDraft(restored.form)).not.toBeUndefined();
      }),
    );
  });
});
