import type { CheckResult, MomentColumn } from "@sendwright/core/check/types";

/** The columns of dates whose order is still open. */
export function openColumns(check: Pick<CheckResult, "moments"> | null): MomentColumn[] {
  return check?.moments.filter(({ question }) => question?.answer === null) ?? [];
}

/**
 * How a column was read: "Talk Date: 03/04/2026 read as 3 April 2026", or the open question (rule: no silent guess):
 * "03/04/2026 in Talk Date: 3 April or March 4?".
 */
export function readingMessage({ column, type, example, question }: MomentColumn): string {
  if (question?.answer === null) return `${question.value} in ${column}: ${question.dmy} or ${question.mdy}?`;
  if (example === null) return `${column}: none of its values is a ${type}.`;
  const read = `${column}: ${example.value} read as ${example.readAs}`;
  if (example.inMail === undefined) return read;
  return `${read}, but the email shows ${example.inMail}, as set by the template's date format.`;
}
