import { dateFormat, timeFormat, writtenDateWords } from "@sendwright/core/contract";
import { historyOf } from "@sendwright/core/list/history";
import { isFilled, type List } from "@sendwright/core/list/list";
import * as z from "zod/mini";
import { filesOfBoth } from "../../../lib/filesToChooseAgain.ts";
import { emptyForm, type KeptForm, type SendForm, type Tab } from "./sendForm.ts";
import { count, pairs, readList, storedList, writtenList } from "./storedList.ts";

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

/**
 * A new field gets a default, so that an older draft can still be read. Only a draft that would now
 * mean something else needs another version, which drops it.
 */
const VERSION = 8;

const corrections = z.array(z.object({ row: count, who: z.string(), reason: z.string() }));

const draft = z.object({
  version: z.literal(VERSION),
  people: z.object({
    mode: z.enum(["csv", "manual"]),
    list: z.nullable(storedList),
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
  replaces: z.optional(
    z.object({
      send: z.string(),
      startsAt: z.iso.datetime({ offset: true }),
      files: z.readonly(z.array(z.string())),
    }),
  ),
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
    files: filesOfBoth(
      attachments.map(({ name }) => name),
      files,
    ),
  };
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
