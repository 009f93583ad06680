import { readCsv } from "@sendwright/core/csv/readCsv";
import type { ListChange } from "@sendwright/core/list/change";
import { filterBy } from "@sendwright/core/list/filters";
import { cellText, type List, type Row, textIn } from "@sendwright/core/list/list";
import { listOfTable } from "@sendwright/core/list/read";
import { sortBy } from "@sendwright/core/list/sort";
import { elsewhereOf } from "@sendwright/core/testing/others";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { FILES } from "./filesTesting.ts";
import { type SendFormAction, sendForm } from "./formActions.ts";
import { EMPTY_FORM, type SendForm } from "./sendForm.ts";

/** Every decision about a list, in the words of decision 30. */
export const DECISIONS = [
  "address",
  "Cc",
  "Bcc",
  "placeholder columns",
  "date orders",
  "number forms",
  "as typed",
  "several addresses",
  "repeats",
  "one repeat",
  "belonging",
  "skips",
  "has the email",
  "filters",
  "other lists",
  "shared address",
  "order",
  "corrected cells",
  "added columns",
  "typed rows",
  "deleted rows",
  "shifted row",
  "shifted file",
  "files",
] as const;
export type Decision = (typeof DECISIONS)[number];

/** Every change to a list is a decision, or changes one. A new one needs its row in decision 30, too. */
export const OF_CHANGE: Record<ListChange["type"], Decision | null> = {
  cells: "corrected cells",
  paste: "corrected cells",
  add: "typed rows",
  delete: "deleted rows",
  skip: "skips",
  restore: "skips",
  several: "several addresses",
  split: "several addresses",
  repeats: "repeats",
  repeat: "one repeat",
  address: "address",
  copies: "Cc",
  feed: "placeholder columns",
  dates: "date orders",
  numbers: "number forms",
  asTyped: "as typed",
  order: "order",
  filter: "filters",
  skipOthers: "other lists",
  inOther: "shared address",
  include: "filters",
  belongs: "belonging",
  columns: "added columns",
  keepShifted: "shifted row",
  files: "files",
};

/** Where the list keeps them; null for what no one decides. */
export const OF_LIST: Record<keyof List, Decision | null> = {
  source: null,
  columns: null,
  rows: null,
  beyond: null,
  notes: null,
  corrects: null,
  mailboxes: null,
  earlierFiles: null,
  earlier: null,
  mapping: "address",
  several: "several addresses",
  repeats: "repeats",
  asTyped: "as typed",
  belongs: "belonging",
  elsewhere: "other lists",
  filters: "filters",
  sorted: "order",
  added: "added columns",
  deleted: "deleted rows",
  shown: null,
  namesFrom: "added columns",
  lastId: null,
  keepShifted: "shifted file",
  files: "files",
};
export const OF_ROW: Record<keyof Row, Decision | null> = {
  id: null,
  line: null,
  cells: "corrected cells",
  original: "corrected cells",
  earlier: "corrected cells",
  skipped: "skips",
  keepRepeat: "one repeat",
  corrects: null,
  note: null,
  excluded: "filters",
  inOther: "shared address",
  received: "has the email",
  shifted: null,
  keepShifted: "shifted row",
  part: "several addresses",
  files: null,
  above: null,
};

const HEAD = "Pupil,Parent,Name,Due,Paid,Second";
const LINES = [
  "mia@x.org,fam@x.org,Mia,01/02/2026,no,",
  "ben@x.org,fam@x.org,Ben,03/02/2026,no,",
  "ann@x.org,good@x.org,Ann,05/06/2026,yes,",
  "out@x.org,zed@x.org,Zoe,07/08/2026,no,",
  "bad@x.org,bad2@x.org,Bad,07/08/2026,no,",
  "got@x.org,got2@x.org,Got,07/08/2026,no,",
  "sft@x.org,sft2@x.org,Sft,07/08/2026,no,,more,still",
  "del@x.org,del2@x.org,Del,07/08/2026,no,",
  "two@x.org,,Two,01/02/2026,no,second@x.org",
  "typ@gmial.com,typ2@x.org,Typ,07/08/2026,no,",
  "nobody,no one,Non,07/08/2026,no,",
];
export const TEXT = [HEAD, ...LINES].join("\n");
const SOURCE = { kind: "file", name: "people.csv" } as const;
const FILE = new File([TEXT], "people.csv");

export function read(
  text: string,
  content: File | string = FILE,
  noHeaders = false,
): SendFormAction {
  const source = { ...SOURCE };
  const list = { ...listOfTable(readCsv(text, { noHeaders }), source), source };
  const reading = { ...AS_DETECTED, noHeaders };
  const raw = {
    of: source,
    content,
    reading,
    label: "Comma",
    delimiter: "," as const,
    facts: { guesses: [], above: null, below: null },
    workbook: null,
  };
  return { type: "newList", list, raw };
}
export const step = (change: ListChange): SendFormAction => ({ type: "list", change });
export const listOf = (form: SendForm): List => {
  const { list } = form.people.now;
  if (list === null) throw new Error("The form has no list.");
  return list;
};
export const rowOf = (form: SendForm, name: string) => {
  const list = listOf(form);
  return list.rows.find(
    (row) =>
      textIn(list, row, "Name") === name || row.cells.some((cell) => cellText(cell) === name),
  );
};

/** Mostly other people, and a few about whom something was decided. */
export const OTHER =
  "Mail,Who\nq@x.org,Q\nr@x.org,R\ns@x.org,S\nt@x.org,T\nu@x.org,U\nout@x.org,Zoe\nbad@x.org,Bad\nmia@x.org,Mia\ndel@x.org,Del";

/** A form with every decision made. */
export function decided(): SendForm {
  let form = sendForm({ ...EMPTY_FORM, choice: { kind: "template", id: "t1" } }, read(TEXT));
  const changes: ((list: List) => ListChange)[] = [
    () => ({ type: "copies", field: "cc", header: "Parent" }),
    () => ({ type: "copies", field: "bcc", header: "Parent" }),
    () => ({ type: "feed", feeds: new Map([["First", { column: "Name" }]]) }),
    () => ({ type: "dates", header: "Due", order: "dmy" }),
    () => ({ type: "numbers", header: "Due", form: "comma" }),
    () => ({ type: "asTyped", texts: ["soon"] }),
    () => ({ type: "several", columns: ["Pupil", "Second"], as: "each" }),
    () => ({ type: "repeats", repeats: "each" }),
    () => ({ type: "belongs" }),
    () => ({ type: "columns", values: new Map([["Place", "Hall"]]) }),
    () => ({ type: "cells", cells: [1, 2].map((id) => ({ id, header: "Place", cell: "Hall" })) }),
    () => ({ type: "cells", cells: [{ id: 1, header: "Name", cell: "Maria" }] }),
    (list) => ({
      type: "cells",
      add: 1,
      cells: [{ id: list.lastId + 1, header: "Pupil", cell: "new@x.org" }],
    }),
    () => ({ type: "repeat", id: 2, isKept: true }),
    () => ({ type: "skip", ids: [5], as: "by_hand" }),
    () => ({ type: "skip", ids: [6], as: "already_received" }),
    () => ({
      type: "skipOthers",
      others: { ...elsewhereOf("out@x.org", "mia@x.org", "fam@x.org"), files: ["out.csv"] },
    }),
    () => ({ type: "inOther", ids: [1], isIn: true }),
    () => ({ type: "keepShifted", ids: [7] }),
    () => ({ type: "keepShifted", ids: null }),
    () => ({ type: "delete", ids: [8] }),
    () => ({ type: "files", files: FILES }),
    (list) => filterBy(list, { header: "Paid", test: "is_not", value: "yes" }),
    (list) => sortBy(list, "Name", true),
  ];
  for (const change of changes) form = sendForm(form, step(change(listOf(form))));
  return form;
}
