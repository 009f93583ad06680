import { CSV_DELIMITERS, CSV_ENCODINGS, dateFormat, dateOrder, timeFormat } from "@sendwright/functions/contract";
import * as z from "zod";
import type { TableRow } from "../../../sending/tableRows.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { bulkForm } from "./bulkFormReducer.ts";
import { isTyped } from "./typedTable.ts";
import { hasContent } from "./unsent.ts";

/** Another shape of what is kept is another version; what an older page kept is dropped. */
const VERSION = 2;

// As pairs: a column may be called `__proto__`, and an object that is read back would lose it.
const texts = z.array(z.tuple([z.string(), z.string()]));
const row = z.int().positive();

const draft = z.object({
  version: z.literal(VERSION),
  mode: z.enum(["csv", "manual"]),
  choice: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("none") }),
    z.object({ kind: z.literal("template"), id: z.string().min(1) }),
    z.object({ kind: z.literal("compose") }),
  ]),
  subject: z.string(),
  body: z.string(),
  isMailSent: z.boolean(),
  dateFormat,
  timeFormat,
  /** A table that was pasted or typed, or by what a file is known again. */
  source: z.union([
    z.object({ name: z.string(), rows: z.array(z.object({ id: row, cells: texts })) }),
    z.object({ name: z.string(), content: z.string() }),
    z.object({ name: z.string(), size: z.int().nonnegative(), lastModified: z.number() }),
    z.null(),
  ]),
  reading: z.object({
    delimiter: z.enum(CSV_DELIMITERS).nullable(),
    encoding: z.enum(CSV_ENCODINGS).nullable(),
    noHeadings: z.boolean().default(false),
  }),
  recipientColumn: z.string().nullable(),
  columnMap: texts,
  sameForAll: z.array(z.tuple([z.string(), z.boolean()])),
  dateOrders: z.array(z.tuple([z.string(), dateOrder])),
  rowEdits: z.array(z.tuple([row, texts])),
  skipRows: z.array(row),
  sentBefore: z.array(row).default([]),
  keepDuplicates: z.boolean(),
  manualText: z.string(),
  values: texts,
  previewRow: row.nullable(),
  when: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("now") }),
    z.object({ kind: z.literal("later"), at: z.iso.datetime({ offset: true }).nullable() }),
  ]),
  files: z.array(z.string()),
});
type BulkDraft = z.input<typeof draft>;

/** What a tab keeps of the form, as plain JSON, or null when nothing would be missed. Of files only the names. */
export function writeBulkDraft(form: BulkForm): BulkDraft | null {
  if (!isWorthKeeping(form)) return null;
  const { mode, choice, subject, body, keepDuplicates, manualText, previewRow, when } = form;
  const file = form.awaited ?? form;
  const { reading, recipientColumn } = file;
  return {
    version: VERSION,
    ...{ mode, choice, subject, body, keepDuplicates, manualText, previewRow, when, reading, recipientColumn },
    isMailSent: form.isMailSent,
    dateFormat: form.dateFormat,
    timeFormat: form.timeFormat,
    source: writtenSource(form),
    columnMap: Object.entries(file.columnMap),
    sameForAll: Object.entries(file.sameForAll),
    dateOrders: Object.entries(file.dateOrders),
    rowEdits: Object.entries(file.rowEdits).map(([n, cells]) => [Number(n), Object.entries(cells)]),
    skipRows: [...file.skipRows],
    sentBefore: [...file.sentBefore],
    values: Object.entries(form.values),
    files: form.attachments.map(({ name }) => name),
  };
}

function isWorthKeeping(form: BulkForm): boolean {
  const isChosen = form.choice.kind !== "none" || form.mode !== "csv" || form.source !== null || form.awaited !== null;
  return hasContent(form) || isChosen;
}

function writtenSource({ source, awaited }: BulkForm): BulkDraft["source"] {
  if (source === null) return awaited?.file ?? null;
  if (typeof source.content === "string") return { name: source.name, content: source.content };
  if (isTyped(source.content)) {
    return { name: source.name, rows: source.content.map(({ id, cells }) => ({ id, cells: [...cells] })) };
  }
  const { name, size, lastModified } = source.content;
  return { name, size, lastModified };
}

/**
 * The form that a tab has kept and the names of the files that are to be chosen again, or null when it is no draft.
 * What was done to a file waits for the file.
 */
export function readBulkDraft(stored: unknown): { form: BulkForm; files: readonly string[] } | null {
  const { data } = draft.safeParse(stored);
  if (!data) return null;
  const { version: _, files, source, values, reading, recipientColumn, keepDuplicates, ...rest } = data;
  const { columnMap, sameForAll, dateOrders, rowEdits, skipRows, sentBefore, ...parts } = rest;
  const ofFile = {
    ...{ reading, recipientColumn, keepDuplicates, skipRows, sentBefore },
    columnMap: Object.fromEntries(columnMap),
    sameForAll: Object.fromEntries(sameForAll),
    dateOrders: Object.fromEntries(dateOrders),
    rowEdits: Object.fromEntries(rowEdits.map(([n, cells]) => [n, Object.fromEntries(cells)])),
  };
  const form = { ...EMPTY_BULK_FORM, ...parts, values: Object.fromEntries(values) };
  if (source === null) return { form, files };
  if ("size" in source) {
    return { form: { ...form, awaited: { ...ofFile, file: source } }, files: [source.name, ...files] };
  }
  const { name } = source;
  const content = "rows" in source ? source.rows.map(tableRow) : source.content;
  const { previewRow } = parts;
  return { form: { ...bulkForm(form, { type: "source", source: { name, content } }), ...ofFile, previewRow }, files };
}

function tableRow({ id, cells }: { id: number; cells: [string, string][] }): TableRow {
  return { id, cells: new Map(cells) };
}
