import type { Corrections, Send, SendMail, Template } from "@sendwright/core/contract";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { withCommas } from "@sendwright/core/withCommas";

interface AgainInput {
  kind: Send["kind"];
  sent: SendMail;
  /** Its current version; null for none. */
  template: Template | null;
  /** The people who came along to be corrected; null for a new list. */
  people: Corrections["rows"] | null;
}

/** Which parts of an earlier send came along, which didn't, and which have changed. */
export function againMessage({ kind, sent, template, people }: AgainInput): string {
  const { mail } = sent;
  const isChanged =
    template !== null && (template.subject !== mail.subject || template.body !== mail.body);
  const kept = new Set(template?.attachments.map(({ original_filename }) => original_filename));
  const files = mail.files.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  const name = template === null ? "The email" : `The template “${template.name}”`;
  const isTable = template !== null && (kind === "csv" || people !== null);
  return [
    people !== null
      ? `${name} and ${whom(people)} are in Bulk Send. ${whatToDo(people, isTable ? "table" : "list")}`
      : isTable
        ? `${name} is in Bulk Send. Choose a list. Before you send, we ask about people who already got it.`
        : `${name} and its values are in Bulk Send. Write a list. Before you send, we ask about people who already got it.`,
    isChanged ? "The template has changed since then. The current version is used." : "",
    mail.template_id !== null && template === null
      ? "Its template was deleted, so its text is used as a composed email for a list."
      : "",
    people !== null && people.length > 1 && kind === "csv" && !isTable
      ? "Everyone on a list gets the same values."
      : "",
    lostCopies(sent, people, isTable),
    files.length > 0 ? `Attach these files again: ${files.join(", ")}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The advice about copies that came from a column, unless they came along with their people. */
function lostCopies(
  { cc, bcc, mail }: SendMail,
  people: AgainInput["people"],
  isTable: boolean,
): string {
  const isFed =
    people?.some((row) => (row.cc ?? row.bcc) !== undefined) ??
    (cc !== mail.cc || bcc !== mail.bcc);
  if (!isFed || (people !== null && isTable)) return "";
  return isTable
    ? "Its Cc or Bcc came from a column: choose the column again."
    : "Its Cc or Bcc came from a column, and a list of addresses has none: everyone gets the same copies.";
}

type CorrectedPeople = Corrections["rows"];

function whom(people: CorrectedPeople): string {
  const { length } = withoutFurther(people);
  return length === 1 ? "the one person" : `the ${withCommas(length)} people`;
}

/** People without a problem have nothing to correct. */
function whatToDo(people: CorrectedPeople, place: string): string {
  const isAnythingWrong = withoutFurther(people).some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
