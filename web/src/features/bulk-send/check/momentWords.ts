import type { DateQuestion, MomentColumn } from "@sendwright/functions/core";

/** Takes a column and an open date of it; gives the question (rule: no silent guess). */
export function dateQuestion(column: string, { value, dmy, mdy }: DateQuestion): string {
  return `${value} in ${column}: ${dmy} or ${mdy}?`;
}

/** Takes how a column was read; gives it in words: "Talk Date: 03/04/2026 read as 3 April 2026". */
export function readingWords({ column, type, example, question }: MomentColumn): string {
  if (question?.answer === null) return dateQuestion(column, question);
  if (example === null) return `${column}: no value is a ${type}.`;
  return `${column}: ${example.value} read as ${example.readAs}`;
}
