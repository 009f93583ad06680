import { dateOrder, fileHash, numberForm, SKIPS } from "@sendwright/core/contract";
import { groupEntries } from "@sendwright/core/groupBy";
import type { EarlierFile, List, OtherPerson, PeopleElsewhere } from "@sendwright/core/list/list";
import { peopleElsewhereIn } from "@sendwright/core/list/otherPeople";
import type { ListFiles } from "@sendwright/core/pairing/rowFiles";
import * as z from "zod/mini";

// As pairs: a column may be called `__proto__`, which JSON would lose.
export const pairs = <T extends z.ZodMiniType>(value: T) => z.array(z.tuple([z.string(), value]));
export const count = z.int().check(z.nonnegative());
const cell = z.union([z.string(), z.object({ text: z.string(), iso: z.string() })]);

const rowFilter = z.union([
  z.object({ header: z.string(), test: z.enum(["is", "is_not", "contains"]), value: z.string() }),
  z.object({ header: z.string(), test: z.enum(["blank", "filled"]) }),
  z.object({
    header: z.string(),
    test: z.enum(["before", "after", "at_least", "at_most"]),
    value: z.string(),
  }),
]);

const row = z.object({
  id: count,
  line: z.nullable(count),
  cells: z.array(cell),
  original: z.exactOptional(z.array(cell)),
  earlier: z.exactOptional(z.array(cell)),
  skipped: z.nullable(z.enum(SKIPS)),
  keepRepeat: z.exactOptional(z.boolean()),
  corrects: z.nullable(count),
  note: z.exactOptional(z.string()),
  shifted: z.exactOptional(z.literal(true)),
  keepShifted: z.exactOptional(z.literal(true)),
  excluded: z.exactOptional(z.enum(["filtered", "in_other_list"])),
  inOther: z.exactOptional(z.boolean()),
  received: z.exactOptional(z.array(z.string())),
  part: z.exactOptional(
    z.object({
      of: count,
      at: count,
      header: z.string(),
      text: z.string(),
      whole: cell,
      corrects: z.exactOptional(count),
    }),
  ),
});

const personFiles = z.object({
  files: z.array(z.object({ hash: fileHash, name: z.string(), size: count })),
  by: z.exactOptional(z.array(z.string())),
  byHand: z.array(z.tuple([count, z.object({ files: z.array(fileHash), who: z.string() })])),
  accepted: z.array(z.string()),
  shared: z.array(fileHash),
  withoutFile: z.exactOptional(z.enum(["send", "skip"])),
});

const otherLists = z.object({
  files: z.array(z.string()),
  people: pairs(
    z.array(z.object({ texts: pairs(z.string()), isReached: z.nullable(z.boolean()) })),
  ),
  // Drafts of older pages have mailboxes without people.
  mailboxes: z.exactOptional(z.array(z.string())),
  noCopies: z.exactOptional(z.array(z.string())),
});

const earlierFile = z.object({ name: z.string(), size: z.nullable(count) });

export const storedList = z.object({
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
  earlier: z.exactOptional(z.object({ template: z.string(), revision: z.string() })),
  // A draft of an older page has only their names.
  earlierFiles: z.exactOptional(
    z.array(z.tuple([count, z.array(z.union([z.string(), earlierFile]))])),
  ),
  mapping: z.object({
    address: z.nullable(z.string()),
    cc: z.nullable(z.string()),
    bcc: z.nullable(z.string()),
    values: pairs(z.union([z.object({ column: z.string() }), z.literal("same")])),
    dates: pairs(dateOrder),
    numbers: z.optional(pairs(numberForm)),
  }),
  repeats: z.enum(["ask", "first", "each", "all"]),
  several: z.exactOptional(
    z.object({ columns: z.array(z.string()), as: z.nullable(z.enum(["each", "cc"])) }),
  ),
  asTyped: z.exactOptional(z.array(z.string())),
  keepShifted: z.exactOptional(z.literal(true)),
  belongs: z.exactOptional(z.literal(true)),
  elsewhere: z.exactOptional(otherLists),
  filters: z.exactOptional(z.array(rowFilter)),
  sorted: z.exactOptional(z.object({ header: z.string(), isDescending: z.boolean() })),
  shown: z.exactOptional(pairs(z.array(z.string()))),
  added: z.exactOptional(z.array(z.string())),
  namesFrom: z.exactOptional(z.array(z.string())),
  files: z.exactOptional(personFiles),
  lastId: count,
});

export type StoredList = z.output<typeof storedList>;

/**
 * A list as plain JSON. Of the people in other lists, it keeps only those whose addresses this form
 * has, because a draft must not store anyone else.
 */
export function writtenList(
  { mapping, mailboxes, several, asTyped, namesFrom, elsewhere, ...more }: List,
  copies: string,
): StoredList {
  const { filters, added, deleted, shown, files, earlierFiles, ...rest } = more;
  const { values, dates, numbers, ...headers } = mapping;
  return {
    ...rest,
    columns: [...rest.columns],
    rows: writtenRows(rest.rows),
    ...(deleted && { deleted: writtenRows(deleted) }),
    ...(shown && {
      shown: [...shown].map(([header, texts]): [string, string[]] => [header, [...texts]]),
    }),
    notes: [...rest.notes],
    ...(several && { several: { ...several, columns: [...several.columns] } }),
    ...(asTyped && { asTyped: [...asTyped] }),
    ...(namesFrom && { namesFrom: [...namesFrom] }),
    ...(filters && { filters: [...filters] }),
    ...(added && { added: [...added] }),
    ...(files && { files: writtenFiles(files) }),
    ...(earlierFiles && {
      earlierFiles: [...earlierFiles].map(([row, own]): [number, EarlierFile[]] => [row, [...own]]),
    }),
    ...(elsewhere && { elsewhere: writtenOthers(peopleElsewhereIn(elsewhere, rest, copies)) }),
    mailboxes: [...mailboxes],
    mapping: { ...headers, values: [...values], dates: [...dates], numbers: [...numbers] },
  };
}

/** Names, hashes and decisions; never bytes. */
function writtenFiles(of: ListFiles): z.input<typeof personFiles> {
  const { files, by, byHand, accepted, shared, ...rest } = of;
  return {
    ...rest,
    files: [...files],
    ...(by && { by: [...by] }),
    byHand: [...byHand].map(([row, pair]) => [row, { ...pair, files: [...pair.files] }]),
    accepted: [...accepted],
    shared: [...shared],
  };
}

function readFiles({ byHand, accepted, shared, ...rest }: z.output<typeof personFiles>): ListFiles {
  return {
    ...rest,
    byHand: new Map(byHand),
    accepted: new Set(accepted),
    shared: new Set(shared),
  };
}

function writtenRows(rows: List["rows"]): z.input<typeof row>[] {
  return rows.map(({ cells, original, earlier, received, files: _, ...rest }) => ({
    ...rest,
    cells: [...cells],
    ...(received && { received: [...received] }),
    ...(original && { original: [...original] }),
    ...(earlier && { earlier: [...earlier] }),
  }));
}

function writtenOthers({ files, people }: PeopleElsewhere): z.input<typeof otherLists> {
  return {
    files: [...files],
    people: [...people].map(([mailbox, found]) => [
      mailbox,
      found.map(({ texts, isReached }) => ({ texts: [...texts], isReached })),
    ]),
  };
}

function readOthers({
  files,
  people,
  mailboxes = [],
  noCopies = [],
}: z.output<typeof otherLists>): PeopleElsewhere {
  const known: [string, OtherPerson][] = people.flatMap(([mailbox, found]) =>
    found.map((one) => [mailbox, { ...one, texts: new Map(one.texts) }]),
  );
  const isKnown = new Set(known.map(([mailbox, { isReached }]) => `${isReached} ${mailbox}`));
  const unknown = mailboxes.flatMap((mailbox): [string, OtherPerson][] => {
    const isReached = noCopies.includes(mailbox) ? null : true;
    return isKnown.has(`${isReached} ${mailbox}`)
      ? []
      : [[mailbox, { texts: new Map(), isReached }]];
  });
  return { files, people: groupEntries([...known, ...unknown]), isPartial: true };
}

/** The list that `writtenList` wrote. */
export function readList({
  mapping,
  mailboxes,
  elsewhere,
  files,
  earlierFiles,
  shown,
  ...rest
}: StoredList): List {
  return {
    ...rest,
    ...(shown && { shown: new Map(shown) }),
    ...(elsewhere && { elsewhere: readOthers(elsewhere) }),
    ...(files && { files: readFiles(files) }),
    ...(earlierFiles && {
      earlierFiles: new Map(
        earlierFiles.map(([row, own]) => [
          row,
          own.map((file) => (typeof file === "string" ? { name: file, size: null } : file)),
        ]),
      ),
    }),
    mailboxes: new Map(mailboxes),
    mapping: {
      ...mapping,
      values: new Map(mapping.values),
      dates: new Map(mapping.dates),
      numbers: new Map(mapping.numbers ?? []),
    },
  };
}
