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
