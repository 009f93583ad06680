import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { historyOf } from "@sendwright/core/list/history";
import type { List } from "@sendwright/core/list/list";
import type { ListFiles } from "@sendwright/core/pairing/rowFiles";
import { elsewhereOf } from "@sendwright/core/testing/others";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { aForm, aList } from "../factories.ts";
import { sendForm } from "./formActions.ts";
import { readDraft, writeDraft } from "./sendDraft.ts";
import { EMPTY_FORM, type ListPart, NO_PEOPLE, type SendForm } from "./sendForm.ts";

const text = fc.string({
  unit: fc.constantFrom(..."aé雪\n\t,;\"'<{}\\ \u{1F600}\u2028"),
  maxLength: 12,
});
const header = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "toString"));
const entries = <T>(value: fc.Arbitrary<T>) => fc.array(fc.tuple(header, value), { maxLength: 4 });
const mapOf = <T>(value: fc.Arbitrary<T>) => entries(value).map((pairs) => new Map(pairs));
const record = <T>(value: fc.Arbitrary<T>) =>
  entries(value).map((pairs) => Object.fromEntries(pairs));
const row = fc.integer({ min: 1, max: 10_000 });

const cells = fc.array(fc.oneof(text, fc.record({ text, iso: fc.constant("2027-04-03") })), {
  maxLength: 4,
});

/**
 * Lists every part of a list, the people and a form, so that a forgotten new one doesn't compile.
 */
const whole = {
  source: fc.record({
    kind: fc.constantFrom("file", "paste", "table", "addresses", "people"),
    name: text,
  }),
  columns: fc.array(header, { maxLength: 4 }),
  rows: fc.array(
    fc.record(
      {
        id: row,
        line: fc.option(row),
        cells,
        original: cells,
        skipped: fc.constantFrom(null, "by_hand", "already_received"),
        keepRepeat: fc.boolean(),
        corrects: fc.option(row),
        note: text,
        received: fc.array(text, { maxLength: 2 }),
        part: fc.record(
          { of: row, at: fc.nat(), header, text, whole: text, corrects: row },
          { requiredKeys: ["of", "at", "header", "text", "whole"] },
        ),
      },
      { requiredKeys: ["id", "line", "cells", "skipped", "corrects"] },
    ),
    { maxLength: 4 },
  ),
  beyond: fc.nat(),
  notes: fc.array(fc.record({ kind: fc.constant("header_is_data" as const), message: text }), {
    maxLength: 2,
  }),
  corrects: fc.option(text),
  mailboxes: fc.array(fc.tuple(row, text), { maxLength: 3 }).map((all) => new Map(all)),
  mapping: fc.record({
    address: fc.option(header),
    cc: fc.option(header),
    bcc: fc.option(header),
    values: mapOf(fc.oneof(fc.record({ column: header }), fc.constant("same" as const))),
    dates: mapOf(fc.constantFrom("dmy", "mdy")),
    numbers: mapOf(fc.constantFrom("point", "comma")),
  }),
  repeats: fc.constantFrom("ask", "first", "each", "all"),
  asTyped: fc.array(text, { maxLength: 2 }),
  namesFrom: fc.array(header, { maxLength: 2 }),
  lastId: fc.nat(),
};
const hash = fc.constantFrom("a", "b", "c").map((letter) => letter.repeat(64));
const hashes = fc.uniqueArray(hash, { maxLength: 3 });
const setOf = (texts: fc.Arbitrary<string[]>) => texts.map((all) => new Set(all));
const files: fc.Arbitrary<ListFiles> = fc.record(
  {
    files: fc.array(fc.record({ hash, name: text, size: fc.nat() }), { maxLength: 3 }),
    by: fc.array(header, { minLength: 1, maxLength: 2 }),
    byHand: fc
      .array(fc.tuple(row, fc.record({ files: hashes, who: text })), { maxLength: 3 })
      .map((all) => new Map(all)),
    accepted: setOf(hashes),
    shared: setOf(hashes),
    withoutFile: fc.constantFrom("send", "skip"),
  },
  { requiredKeys: ["files", "byHand", "accepted", "shared"] },
);
const earlierFiles = fc
  .array(
    fc.tuple(
      row,
      fc.array(fc.record({ name: text, size: fc.option(fc.nat()) }), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    { maxLength: 3 },
  )
  .map((all) => new Map(all));
const shown = mapOf(fc.array(text, { maxLength: 2 }));
const list: fc.Arbitrary<List> = fc.record(
  { ...whole, files, earlierFiles, shown },
  { requiredKeys: Object.keys(whole) as (keyof typeof whole)[] },
);
const people: fc.Arbitrary<ListPart> = fc.record({
  mode: fc.constantFrom("csv", "manual"),
  list: fc.option(list),
  raw: fc.constant(null),
  text,
  corrections: fc.array(fc.record({ row, who: text, reason: text }), { maxLength: 3 }),
});
const forms: fc.Arbitrary<SendForm> = fc.record({
  tab: fc.constant("bulk" as const),
  people: people.map(historyOf),
  choice: fc.oneof(
    fc.constant({ kind: "compose" as const }),
    fc.constantFrom("t1", "t2").map((id) => ({ kind: "template" as const, id })),
  ),
  subject: text,
  body: text,
  isMailSent: fc.boolean(),
  dateFormat: fc.constantFrom("mmddyyyy", "long", "ddmmyyyy", "iso", "dmy_dots"),
  timeFormat: fc.constantFrom("12hr", "24hr"),
  date_language: fc.constantFrom("", "de", "ja"),
  date_weekday: fc.boolean(),
  signature: fc.boolean(),
  values: record(text),
  unfinished: fc.constant([]),
  attachments: fc.constant([]),
  pictures: fc.constant([]),
  previewRow: fc.option(row),
  copies: fc.record({ replyTo: text, cc: text, bcc: text }),
  when: fc.constantFrom(
    { kind: "now" as const },
    { kind: "later" as const, at: null },
    { kind: "later" as const, at: "2026-12-01T08:00:00+01:00" },
  ),
  replaces: fc.option(
    fc.record({
      send: text,
      startsAt: fc.constant("2026-12-01T08:00:00+01:00"),
      files: fc.array(text, { maxLength: 2 }),
    }),
    { nil: undefined },
  ),
  upTo: row,
});

const write = (form: SendForm, files: readonly string[] = []) => writeDraft({ form, files });
const throughStore = (form: SendForm) => readDraft("bulk", JSON.parse(JSON.stringify(write(form))));
const inManual = { ...EMPTY_FORM, people: historyOf({ ...NO_PEOPLE, mode: "manual" as const }) };
const written = write(sendForm(inManual, { type: "manualText", text: "a" }));
const readable = written?.people.list;
const keyed = (form: SendForm) => JSON.stringify(pairsOf(form));
/** As sorted pairs: objects with a key `__proto__` compare badly. */
const pairsOf = (value: unknown): unknown =>
  value instanceof Map || value instanceof Set
    ? [...value].map(pairsOf)
    : typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, pairsOf(inner)])
      : value;

describe("a draft of Bulk Send", () => {
  it("holds everything but files, regardless of the names of columns and placeholders", () => {
    void fc.assert(
      fc.property(forms, (form) => {
        const restored = throughStore(form)?.form;
        expect(restored && keyed({ ...form, ...restored })).toBe(keyed(form));
      }),
    );
  });

  it("is null if nothing was chosen or written", () => {
    expect(write(EMPTY_FORM)).toBeNull();
  });

  it("holds a file's list with every change, so you don't have to choose it again", () => {
    const read = aList("Email,Day\na@example.org,3/4/2027\nb@example.org,\n");
    const raw = { of: read.source, content: new File(["x"], "people.csv"), reading: AS_DETECTED };
    const cell = { text: "April 3, 2027", iso: "2027-04-03" };
    const changes: ListChange[] = [
      { type: "cells", cells: [{ id: 2, header: "Day", cell }] },
      { type: "skip", ids: [1], as: "by_hand" },
    ];
    const form = changes.reduce(
      (before, change) => sendForm(before, { type: "list", change }),
      aForm(
        read,
        {},
        {
          ...raw,
          label: "Comma",
          delimiter: ",",
          facts: { above: null, below: null, guesses: [] },
          workbook: null,
        },
      ),
    );
    const list = changes.reduce(applyChange, read);
    const restored = throughStore(form);
    expect(restored?.form.people.now.list).toEqual(list);
    expect(restored?.files).toEqual([]);
    // A second reload changes nothing.
    expect(restored && throughStore(restored.form)).toEqual(restored);
  });

  it("has no undo steps, no file and no half-typed dates", () => {
    const source = {
      of: aList().source,
      content: "Email\n",
      reading: AS_DETECTED,
      label: "Comma",
      delimiter: ",",
      facts: { above: null, below: null, guesses: [] as never[] },
      workbook: null,
    } as const;
    const form = sendForm(aForm(aList(), { unfinished: ["Due"] }, source), {
      type: "newList",
      list: aList(),
    });
    expect(form.people.past).toHaveLength(1);
    expect(throughStore(form)?.form).toMatchObject({
      unfinished: [],
      people: { past: [], now: { raw: null } },
    });
  });

  it("is null if only easily repeated choices were made", () => {
    expect(write({ ...EMPTY_FORM, when: { kind: "later", at: null } })).toBeNull();
    expect(write(inManual)).not.toBeNull();
  });

  it("names the files that must be attached again", () => {
    const form: SendForm = { ...inManual, attachments: [new File(["x"], "map.pdf")] };
    expect(throughStore(form)).toMatchObject({ files: ["map.pdf"], form: { attachments: [] } });
    // After a second reload, too.
    expect(write(form, ["map.pdf", "plan.pdf"])).toMatchObject({ files: ["map.pdf", "plan.pdf"] });
  });

  it("names two files with the same name twice, until both are attached again", () => {
    const attachments = ["one", "two"].map((text) => new File([text], "map.pdf"));
    const files = ["map.pdf", "map.pdf"];
    expect(throughStore({ ...inManual, attachments })).toMatchObject({ files });
    expect(write({ ...inManual, attachments }, files)).toMatchObject({ files });
    const [one] = attachments;
    expect(write({ ...inManual, attachments: one ? [one] : [] }, files)).toMatchObject({ files });
  });

  it.each([
    ["nothing", null],
    ["a text", "draft"],
    ["an older version", { ...written, version: 5 }],
    ["a missing part", { version: 6, mode: "csv" }],
    ["a part of another kind", { ...written, values: { a: 1 } }],
    ["people of an invalid type", { ...written, people: { ...written?.people, mode: "both" } }],
    [
      "an invalid row",
      { ...written, people: { ...written?.people, list: { ...readable, rows: [{ id: -1 }] } } },
    ],
  ])("is dropped if it is %s", (_what, stored) => {
    expect(readDraft("bulk", stored)).toBeNull();
  });

  it("is always a valid form or null, regardless of the stored text", () => {
    const good = written ?? {};
    void fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(good)), (value, part) => {
        expect(() => readDraft("bulk", value)).not.toThrow();
        const restored = readDraft("bulk", { ...good, [part]: value });
        if (restored) expect(write(restored.form)).not.toBeUndefined();
      }),
    );
  });
});

it("keeps names, hashes, sizes and decisions of files for one person each", () => {
  const files = {
    files: [{ hash: "a".repeat(64), name: "May/Ann.pdf", size: 3 }],
    by: ["Name"],
    byHand: new Map([[1, { files: ["a".repeat(64)], who: "Ann" }]]),
    accepted: new Set([`1 ${"a".repeat(64)}`]),
    shared: new Set(["a".repeat(64)]),
    withoutFile: "skip",
  } as const;
  const earlierFiles = new Map([[4, [{ name: "old.pdf", size: 9 }]]]);
  const form = aForm({ ...aList(), files, earlierFiles });
  const kept = readDraft("bulk", JSON.parse(JSON.stringify(writeDraft({ form, files: [] }))));
  expect(kept?.form.people.now.list).toMatchObject({ files, earlierFiles });
  // A draft of an older page has only the names.
  const draft = JSON.parse(JSON.stringify(writeDraft({ form, files: [] })));
  const older = JSON.stringify(draft).replace('{"name":"old.pdf","size":9}', '"old.pdf"');
  expect(readDraft("bulk", JSON.parse(older))?.form.people.now.list?.earlierFiles?.get(4)).toEqual([
    { name: "old.pdf", size: null },
  ]);
});

it("keeps the people of other lists in a draft of an older page, which had mailboxes apart", () => {
  const form = aForm({ ...aList(), elsewhere: elsewhereOf() });
  const mailboxes = ["ann@x.org", "bo@x.org"];
  const older = { files: ["out.csv"], people: [], mailboxes, noCopies: ["ann@x.org"] };
  const draft = JSON.parse(JSON.stringify(writeDraft({ form, files: [] })), (key, value) =>
    key === "elsewhere" ? older : value,
  );
  const people = readDraft("bulk", draft)?.form.people.now.list?.elsewhere?.people ?? [];
  expect([...people].map(([mailbox, [one]]) => [mailbox, one?.isReached])).toEqual([
    ["ann@x.org", null],
    ["bo@x.org", true],
  ]);
});
