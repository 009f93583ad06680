import { CSV_DELIMITERS, CSV_ENCODINGS, dateFormat, dateOrder, timeFormat } from "@sendwright/core/contract";
import * as z from "zod";
import { type Aside, type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { FILE_PARTS, LIST_PARTS } from "./fileParts.ts";
import { isTyped } from "./typedTable.ts";
import { hasBulkContent } from "./unsent.ts";

/** Another shape of what is kept is another version; what an older page kept is dropped. */
const VERSION = 5;

// As pairs: a column may be called `__proto__`, and an object that is read back would lose it.
const texts = z.array(z.tuple([z.string(), z.string()]));
const row = z.int().positive();

/** People, and what was done to them: those in the form, or those that gave way. */
const people = z.object({
  /** A table that was pasted or typed, or by what a file is known again. */
  source: z.union([
    z.object({
      id: row,
      name: z.string(),
      rows: z.array(z.object({ id: row, cells: texts, corrects: row.exactOptional() })),
    }),
    z.object({ id: row, name: z.string(), content: z.string() }),
    z.object({ name: z.string(), size: z.int().nonnegative(), lastModified: z.number() }),
    z.null(),
  ]),
  reading: z.object({
    delimiter: z.enum(CSV_DELIMITERS).nullable(),
    encoding: z.enum(CSV_ENCODINGS).nullable(),
    noHeadings: z.boolean(),
  }),
  recipientColumn: z.string().nullable(),
  columnMap: texts,
  sameForAll: z.array(z.tuple([z.string(), z.boolean()])),
  dateOrders: z.array(z.tuple([z.string(), dateOrder])),
  rowEdits: z.array(z.tuple([row, texts])),
  skipRows: z.array(row),
  sentBefore: z.array(row),
  keepDuplicates: z.boolean(),
  corrects: z
    .object({ send: z.string(), people: z.array(z.object({ row, who: z.string(), reason: z.string() })) })
    .nullable(),
  manualText: z.string(),
  values: texts,
  files: z.array(z.string()),
});
type People = z.input<typeof people>;

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
  sources: z.int().nonnegative(),
  people,
  asides: z.object({ csv: people.nullable(), manual: people.nullable() }),
  previewRow: row.nullable(),
  when: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("now") }),
    z.object({ kind: z.literal("later"), at: z.iso.datetime({ offset: true }).nullable() }),
  ]),
});
type BulkDraft = z.input<typeof draft>;

/** What a tab keeps of the form, as plain JSON, or null when nothing would be missed. Of files only the names. */
export function writeBulkDraft(form: BulkForm): BulkDraft | null {
  if (!isWorthKeeping(form)) return null;
  const { mode, choice, subject, body, isMailSent, dateFormat, timeFormat, sources, previewRow, when } = form;
  const { csv, manual } = form.asides;
  return {
    version: VERSION,
    ...{ mode, choice, subject, body, isMailSent, dateFormat, timeFormat, sources, previewRow, when },
    people: written(form),
    asides: { csv: csv && written(csv), manual: manual && written(manual) },
  };
}

function isWorthKeeping(form: BulkForm): boolean {
  const { choice, mode, source, awaited, asides } = form;
  const isChosen = choice.kind !== "none" || mode !== "csv" || source !== null || awaited !== null;
  return hasBulkContent(form) || isChosen || asides.csv !== null || asides.manual !== null;
}

function written(aside: Aside): People {
  const file = aside.awaited ?? aside;
  const { reading, recipientColumn } = file;
  return {
    ...{ reading, recipientColumn, keepDuplicates: aside.keepDuplicates, manualText: aside.manualText },
    source: writtenSource(aside),
    columnMap: Object.entries(file.columnMap),
    sameForAll: Object.entries(file.sameForAll),
    dateOrders: Object.entries(file.dateOrders),
    rowEdits: Object.entries(file.rowEdits).map(([n, cells]) => [Number(n), Object.entries(cells)]),
    skipRows: [...file.skipRows],
    sentBefore: [...file.sentBefore],
    corrects: aside.corrects && { send: aside.corrects.send, people: [...aside.corrects.people] },
    values: Object.entries(aside.values),
    files: aside.attachments.map(({ name }) => name),
  };
}

function writtenSource({ source, awaited }: Aside): People["source"] {
  if (source === null) return awaited?.file ?? null;
  const { id, name, content } = source;
  if (typeof content === "string") return { id, name, content };
  if (isTyped(content)) return { id, name, rows: content.map((one) => ({ ...one, cells: [...one.cells] })) };
  return { name: content.name, size: content.size, lastModified: content.lastModified };
}

/**
 * The form that a tab has kept and the names of the files that are to be chosen again, or null when it is no draft.
 * What was done to a file waits for the file.
 */
export function readBulkDraft(stored: unknown): { form: BulkForm; files: readonly string[] } | null {
  const { data } = draft.safeParse(stored);
  if (!data) return null;
  const { version: _, people: own, asides, ...parts } = data;
  const read = (aside: z.output<typeof people> | null) => aside && readPeople(aside);
  const form = {
    ...{ ...EMPTY_BULK_FORM, ...parts, ...readPeople(own) },
    asides: { csv: read(asides.csv), manual: read(asides.manual) },
  };
  // A file that gave way is asked for when it is brought back.
  const attached = [own, asides.csv, asides.manual].flatMap((one) => one?.files ?? []);
  return { form, files: [...(form.awaited ? [form.awaited.file.name] : []), ...attached] };
}

function readPeople({ source, values, manualText, files: _, ...rest }: z.output<typeof people>): Aside {
  const ofFile = {
    ...rest,
    columnMap: Object.fromEntries(rest.columnMap),
    sameForAll: Object.fromEntries(rest.sameForAll),
    dateOrders: Object.fromEntries(rest.dateOrders),
    rowEdits: Object.fromEntries(rest.rowEdits.map(([n, cells]) => [n, Object.fromEntries(cells)])),
  };
  const list = { ...FILE_PARTS, ...LIST_PARTS, manualText, values: Object.fromEntries(values), awaited: null };
  if (source !== null && "size" in source) return { ...list, awaited: { ...ofFile, file: source } };
  if (source === null) return { ...list, ...ofFile };
  const { id, name } = source;
  const content = "rows" in source ? source.rows.map((one) => ({ ...one, cells: new Map(one.cells) })) : source.content;
  return { ...list, ...ofFile, source: { id, name, content, revision: 0 } };
}
