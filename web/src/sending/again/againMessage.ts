import type { Corrections } from "@sendwright/core/contract";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { withCommas } from "@sendwright/core/withCommas";
import { type EmailAgain, isChanged, lostFiles } from "./reusedSend.ts";

type CorrectedPeople = Corrections["rows"];

interface AgainInput extends Pick<EmailAgain, "send" | "sent" | "template"> {
  /** The people who came along to be corrected; null for a new list. */
  people: CorrectedPeople | null;
  /** Whether the email is to take the place of the send. */
  isEdit: boolean;
}

/**
 * Which parts of an earlier send came along, which didn't, and which have changed. Bulk Send itself
 * says that a send is being edited and which files to choose again.
 */
export function againMessage({ send, sent, template, people, isEdit }: AgainInput): string {
  const isFile = send.kind === "csv";
  const isTable = template !== null && (isFile || people !== null);
  const came = { name: template?.name ?? null, people, isTable };
  const sentences = [
    isEdit ? null : arrivalSentence(came),
    templateSentence(sent, template),
    people !== null && people.length > 1 && isFile && !isTable
      ? "Everyone on a list gets the same values."
      : null,
    copiesSentence(sent, came),
    isEdit ? null : filesSentence(lostFiles(template, sent.mail)),
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

interface ArrivedEmail {
  /** The template's name; null for none. */
  name: string | null;
  people: CorrectedPeople | null;
  /** Whether the list is a table. */
  isTable: boolean;
}

function arrivalSentence({ name, people, isTable }: ArrivedEmail): string {
  const email = name === null ? "The email" : `The template “${name}”`;
  if (people !== null)
    return `${email} and ${whom(people)} are in Bulk Send. ${whatToDo(people, isTable ? "table" : "list")}`;
  const there = isTable
    ? `${email} is in Bulk Send. Choose a list.`
    : `${email} and its values are in Bulk Send. Write a list.`;
  return `${there} Before you send, we ask about people who already got it.`;
}

function templateSentence({ mail }: EmailAgain["sent"], template: EmailAgain["template"]) {
  if (template !== null)
    return isChanged(template, mail)
      ? "The template has changed since then. The current version is used."
      : null;
  return mail.template_id === null
    ? null
    : "Its template was deleted, so its text is used as a composed email for a list.";
}

/** The advice about copies that came from a column, unless they came along with their people. */
function copiesSentence({ cc, bcc, mail }: EmailAgain["sent"], { people, isTable }: ArrivedEmail) {
  const isFromColumn =
    people?.some((row) => (row.cc ?? row.bcc) !== undefined) ??
    (cc !== mail.cc || bcc !== mail.bcc);
  if (!isFromColumn || (people !== null && isTable)) return null;
  return isTable
    ? "Its Cc or Bcc came from a column: choose the column again."
    : "Its Cc or Bcc came from a column, and a list of addresses has none: everyone gets the same copies.";
}

function filesSentence(files: readonly string[]): string | null {
  return files.length > 0 ? `Attach these files again: ${files.join(", ")}.` : null;
}

function whom(people: CorrectedPeople): string {
  const { length } = withoutFurther(people);
  return length === 1 ? "the person" : `the ${withCommas(length)} people`;
}

/** People without a problem have nothing to correct. */
function whatToDo(people: CorrectedPeople, place: string): string {
  const isAnythingWrong = withoutFurther(people).some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
