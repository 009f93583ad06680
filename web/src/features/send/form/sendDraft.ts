import {
  dateFormat,
  dateOrder,
  SKIPS,
  timeFormat,
  writtenDateWords,
} from "@sendwright/core/contract";
import { historyOf } from "@sendwright/core/list/history";
import { isFilled, type List, type PeopleElsewhere } from "@sendwright/core/list/list";
import { partOf } from "@sendwright/core/list/others";
import * as z from "zod/mini";
import { emptyForm, type KeptForm, type SendForm, type Tab } from "./sendForm.ts";

/**
 * Whether the form holds something that you wrote, pasted or changed. An unchanged file can be
 * chosen again.
 */
export function hasContent(form: SendForm): boolean {
  const { list, text } = form.people.now;
  const isMail =
    form.choice.kind === "compose" &&
    !form.isMailSent &&
    (form.subject.trim() !== "" || form.body !== "");
  const isList = list !== null && !isFileAsRead(form, list) && list.rows.some(isFilled);
  const texts = [text, ...Object.values(form.values), ...Object.values(form.copies)];
  return isMail || isList || form.attachments.length > 0 || texts.some((one) => one.trim() !== "");
}

/** Whether this is the unchanged list of a file that this page still has. */
function isFileAsRead({ people }: SendForm, { source }: List): boolean {
  const { raw } = people.now;
  return (
    raw !== null && typeof raw.content !== "string" && people.past.at(-1)?.list?.source !== source
  );
}

/** A draft with another shape needs another version; drafts of older pages are dropped. */
const VERSION = 8;

// As pairs: a column may be called `__proto__`, which JSON would lose.
const pairs = <T extends z.ZodMiniType>(value: T) => z.array(z.tuple([z.string(), value]));
const count = z.int().check(z.nonnegative());
const cell = z.union([z.string(), z.object({ text: z.string(), iso: z.string() })]);

const rowFilter = z.union([
  z.object({ header: z.string(), test: z.enum(["is", "is_not", "contains"]), value: z.string() }),
  z.object({ header: z.string(), test: z.enum(["blank", "filled"]) }),
  z.object({ header: z.string(), test: z.enum(["before", "after"]), value: z.string() }),
]);

const row = z.object({
  id: count,
  line: z.nullable(count),
  cells: z.array(cell),
  original: z.exactOptional(z.array(cell)),
  skipped: z.nullable(z.enum(SKIPS)),
  keepRepeat: z.exactOptional(z.boolean()),
  corrects: z.nullable(count),
  note: z.exactOptional(z.string()),
  shifted: z.exactOptional(z.literal(true)),
  keepShifted: z.exactOptional(z.literal(true)),
  excluded: z.exactOptional(z.enum(["filtered", "in_other_list"])),
  inOther: z.exactOptional(z.boolean()),
  part: z.exactOptional(
    z.object({ of: count, at: count, header: z.string(), text: z.string(), whole: cell }),
  ),
});

const list = z.object({
  source: z.object({
    kind: z.enum(["file", "paste", "table", "addresses", "people"]),
    name: z.string(),
  }),
  columns: z.array(z.string()),
  rows: z.array(row),
  deleted: z.exactOptional(z.array(row)),
  beyond: count,
  notes: z.array(z.object({ kind: z.enum(["header_is_data", "lost"]), message: z.string() })),
  corrects: z.nullable(z.string()),
  mailboxes: z.array(z.tuple([count, z.string()])),
  mapping: z.object({
    address: z.nullable(z.string()),
    cc: z.nullable(z.string()),
    bcc: z.nullable(z.string()),
    values: pairs(z.union([z.object({ column: z.string() }), z.literal("same")])),
    dates: pairs(dateOrder),
  }),
  repeats: z.enum(["ask", "first", "each", "all"]),
  several: z.exactOptional(
    z.object({ columns: z.array(z.string()), as: z.nullable(z.enum(["each", "cc"])) }),
  ),
  asTyped: z.exactOptional(z.array(z.string())),
  keepShifted: z.exactOptional(z.literal(true)),
  belongs: z.exactOptional(z.literal(true)),
  elsewhere: z.exactOptional(
    z.object({
      files: z.array(z.string()),
      mailboxes: z.array(z.string()),
      noCopies: z.array(z.string()),
      people: pairs(
        z.array(z.object({ texts: pairs(z.string()), isReached: z.nullable(z.boolean()) })),
      ),
    }),
  ),
  filters: z.exactOptional(z.array(rowFilter)),
  sorted: z.exactOptional(z.object({ header: z.string(), isDescending: z.boolean() })),
  added: z.exactOptional(z.array(z.string())),
  namesFrom: z.exactOptional(z.array(z.string())),
  lastId: count,
});

const corrections = z.array(z.object({ row: count, who: z.string(), reason: z.string() }));

const draft = z.object({
  version: z.literal(VERSION),
  people: z.object({
    mode: z.enum(["csv", "manual"]),
    list: z.nullable(list),
    text: z.string(),
    corrections,
  }),
  choice: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("none") }),
    z.object({ kind: z.literal("template"), id: z.string().check(z.minLength(1)) }),
    z.object({ kind: z.literal("compose") }),
  ]),
  subject: z.string(),
  body: z.string(),
  formerTemplate: z.optional(z.string()),
  isMailSent: z.boolean(),
  dateFormat,
  timeFormat,
  ...writtenDateWords,
  /** Missing in drafts from before there were signatures. */
  signature: z._default(z.boolean(), true),
  values: pairs(z.string()),
  copies: z.object({ replyTo: z.string(), cc: z.string(), bcc: z.string() }),
  files: z.array(z.string()),
  previewRow: z.nullable(count),
  when: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("now") }),
    z.object({ kind: z.literal("later"), at: z.nullable(z.iso.datetime({ offset: true })) }),
  ]),
  upTo: z.optional(count),
});
type BulkDraft = z.input<typeof draft>;

/**
 * The draft of a form, as plain JSON; null if nothing would be missed. Of files it keeps only the
 * names.
 */
export function writeDraft({ form, files }: KeptForm): BulkDraft | null {
  const {
    people,
    choice,
    values,
    attachments,
    pictures: _lost,
    tab,
    unfinished: _,
    ...parts
  } = form;
  const { mode, text, corrections: why } = people.now;
  const isAsBegun = tab === "direct" || (choice.kind === "none" && mode === "csv");
  if (isAsBegun && people.now.list === null && !hasContent(form)) return null;
  const names = [...attachments.map(({ name }) => name), ...files];
  return {
    ...parts,
    version: VERSION,
    choice,
    people: {
      mode,
      text,
      corrections: [...why],
      list: people.now.list && writtenList(people.now.list, Object.values(form.copies).join(", ")),
    },
    values: Object.entries(values),
    files: [...new Set(names)],
  };
}

/**
 * Of the people in other lists it keeps only those whose addresses this form has: the others are no
 * one's business here.
 */
function writtenList(
  { mapping, mailboxes, several, asTyped, namesFrom, elsewhere, ...more }: List,
  copies: string,
): z.input<typeof list> {
  const { filters, added, deleted, ...rest } = more;
  const { values, dates, ...headers } = mapping;
  return {
    ...rest,
    columns: [...rest.columns],
    rows: writtenRows(rest.rows),
    ...(deleted && { deleted: writtenRows(deleted) }),
    notes: [...rest.notes],
    ...(several && { several: { ...several, columns: [...several.columns] } }),
    ...(asTyped && { asTyped: [...asTyped] }),
    ...(namesFrom && { namesFrom: [...namesFrom] }),
    ...(filters && { filters: [...filters] }),
    ...(added && { added: [...added] }),
    ...(elsewhere && { elsewhere: writtenOthers(partOf(elsewhere, rest, copies)) }),
    mailboxes: [...mailboxes],
    mapping: { ...headers, values: [...values], dates: [...dates] },
  };
}

function writtenRows(rows: List["rows"]): z.input<typeof row>[] {
  return rows.map(({ cells, original, ...rest }) => ({
    ...rest,
    cells: [...cells],
    ...(original && { original: [...original] }),
  }));
}

/**
 * The form of a draft and the names of the files to choose again; null if it isn't a draft of this
 * version.
 */
export function readDraft(tab: Tab, stored: unknown): KeptForm | null {
  const { data } = draft.safeParse(stored);
  if (!data) return null;
  const { version: _, people, values, files, ...parts } = data;
  const now = { ...people, list: people.list && readList(people.list), raw: null };
  return {
    form: {
      ...emptyForm(tab),
      ...parts,
      people: historyOf(now),
      values: Object.fromEntries(values),
    },
    files,
  };
}

function writtenOthers({ files, mailboxes, noCopies, people }: PeopleElsewhere) {
  return {
    files: [...files],
    mailboxes: [...mailboxes],
    noCopies: [...noCopies],
    people: [...people].map(
      ([mailbox, found]): [string, { texts: [string, string][]; isReached: boolean | null }[]] => [
        mailbox,
        found.map(({ texts, isReached }) => ({ texts: [...texts], isReached })),
      ],
    ),
  };
}

function readOthers({
  files,
  mailboxes,
  noCopies,
  people,
}: ReturnType<typeof writtenOthers>): PeopleElsewhere {
  return {
    files,
    mailboxes: new Set(mailboxes),
    noCopies: new Set(noCopies),
    people: new Map(
      people.map(([mailbox, found]) => [
        mailbox,
        found.map((one) => ({ ...one, texts: new Map(one.texts) })),
      ]),
    ),
    isPartial: true,
  };
}

function readList({ mapping, mailboxes, elsewhere, ...rest }: z.output<typeof list>): List {
  return {
    ...rest,
    ...(elsewhere && { elsewhere: readOthers(elsewhere) }),
    mailboxes: new Map(mailboxes),
    mapping: { ...mapping, values: new Map(mapping.values), dates: new Map(mapping.dates) },
  };
}
