import { readCsv } from "../csv/readCsv.ts";
import { applyChange, type ListChange } from "../list/change.ts";
import type { List } from "../list/list.ts";
import { listOfTable } from "../list/read.ts";

/** The list in a CSV file called a.csv. */
export function listOf(text: string, options: Parameters<typeof readCsv>[1] = {}): List {
  return listOfTable(readCsv(text, options), { kind: "file", name: "a.csv" });
}

/** A list after some changes, each of which may depend on the list before it. */
export function after(list: List, ...changes: (ListChange | ((now: List) => ListChange))[]): List {
  return changes.reduce(
    (now, change) => applyChange(now, typeof change === "function" ? change(now) : change),
    list,
  );
}

/** People with fees and the days on which they are due, to sort and filter by. */
export const PEOPLE_WITH_FEES = listOf(
  [
    "Email,Name,Paid,Due,Amount",
    "ann@x.org,Ann,no,01.12.2026,9",
    "BO@x.org,Bo, NO ,30.11.2026,10",
    "cy@x.org,Cy,yes,2026-12-02,100",
    "di@x.org,Äda,,soon,",
  ].join("\n"),
);

/** The header and the lines of a file of pupils, of whom two share a parent. */
export const PUPILS_HEAD = "Pupil,Parent,Name,First,Due,Paid";
export const PUPILS = [
  "mia@x.org,fam@x.org,Mia Berg,Mia,01/02/2026,no",
  "ben@x.org,fam@x.org,Ben Berg,Ben,03/02/2026,no",
  "ann@x.org,good@x.org,Ann Good,Ann,05/06/2026,yes",
  "zoe@x.org,zed@x.org,Zoe Zed,Zoe,07/08/2026,no",
];
