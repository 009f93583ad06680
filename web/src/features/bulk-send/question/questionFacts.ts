import {
  type CheckResult,
  compileTemplate,
  formatBytes,
  type ProblemKind,
  rowValues,
} from "@sendwright/functions/core";
import { counted, withCommas } from "../../../lib/counted.ts";
import { kindWord } from "../check/problemKinds.ts";
import type { BulkMail } from "../form/bulkMail.ts";

/** How many recipients are named. */
const NAMED = 3;
/** How many different notes are quoted. */
const QUOTED = 2;

/** What a person should see before a press of Send is meant. */
export interface QuestionFacts {
  ready: number;
  /** As the first of them gets it. */
  subject: string;
  /** "Ann, Bo, Cy and 9 more". */
  to: string;
  /** "3: 2 no address, 1 duplicate"; null when nobody is left out. */
  leftOut: string | null;
  /** What stands in values that are sent as they are; null when there is nothing to say. */
  notes: string | null;
  /** Null when there is none. */
  files: string | null;
}

interface Given {
  mail: BulkMail;
  check: CheckResult;
  /** Beside those of the template. */
  files: readonly File[];
}

/** Takes the mail, the check of its rows and its files; gives what the question says of them. */
export function questionFacts({ mail, check, files }: Given): QuestionFacts {
  const ready = check.rows.filter(({ verdict }) => verdict === "ready");
  const [first] = ready;
  const values = first ? rowValues(mail.variables, first) : new Map<string, string>();
  const { dateFormat, timeFormat } = mail;
  const formats = { dateFormat, timeFormat, dateOrders: check.dateOrders };
  return {
    ready: ready.length,
    subject: compileTemplate(mail).renderSubject(values, formats),
    to: andMore(
      ready.slice(0, NAMED).map(({ recipient }) => recipient),
      ready.length,
    ),
    leftOut: leftOutWords(check),
    notes: notesOf(ready.flatMap(({ notes }) => notes)),
    files: filesOf([
      ...mail.attachments.map(({ original_filename: name, size }) => ({ name, size })),
      ...files.map(({ name, size }) => ({ name, size })),
    ]),
  };
}

function andMore(named: readonly string[], all: number): string {
  const more = all - named.length;
  return more > 0 ? `${named.join(", ")} and ${withCommas(more)} more` : named.join(", ");
}

/** Takes a check; says how many rows get no mail, and why: each is counted once. */
function leftOutWords({ rows, problems, summary }: CheckResult): string | null {
  const firstError = new Map<number, string>();
  for (const { row, kind, severity } of problems) {
    if (severity === "error" && !firstError.has(row)) firstError.set(row, whyLeftOut(kind));
  }
  const counts = new Map<string, number>();
  const count = (word: string, n: number) => n > 0 && counts.set(word, (counts.get(word) ?? 0) + n);
  for (const { n, verdict, duplicateOf } of rows) {
    if (verdict === "ready") continue;
    count(duplicateOf !== null ? "the same address twice" : (firstError.get(n) ?? "by your choice"), 1);
  }
  count("above the limit", summary.rowsOverLimit);
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const why = [...counts].map(([word, n]) => (counts.size === 1 ? word : `${withCommas(n)} ${word}`)).join(", ");
  return `${counted(all, "row")}: ${why}`;
}

/** After a number: "2 no address", "1 without a value". */
function whyLeftOut(kind: ProblemKind): string {
  return kind === "blank" ? "without a value" : kindWord(kind).toLowerCase();
}

function notesOf(notes: readonly string[]): string | null {
  const different = [...new Set(notes)];
  return different.length === 0 ? null : andMore(different.slice(0, QUOTED), different.length);
}

function filesOf(files: readonly { name: string; size: number }[]): string | null {
  if (files.length === 0) return null;
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  return `${files.map(({ name }) => name).join(", ")} (${size})`;
}
