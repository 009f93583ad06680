import type { Corrections, Send, SendMail, Template } from "@sendwright/core/contract";
import { withCommas } from "../../lib/counted.ts";

interface Brought {
  kind: Send["kind"];
  sent: SendMail;
  /** As it is now; null for none. */
  template: Template | null;
  /** Who came along, to be put right; null: it is for a new list. */
  people: Corrections["rows"] | null;
}

/** What of an earlier send was brought, what was not, and what is different. */
export function broughtMessage({ kind, sent: { mail }, template, people }: Brought): string {
  const isChanged = template !== null && (template.subject !== mail.subject || template.body !== mail.body);
  const kept = new Set(template?.attachments.map(({ original_filename }) => original_filename));
  const files = mail.files.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  const name = template === null ? "The email" : `The template “${template.name}”`;
  const isTable = template !== null && (kind === "csv" || people !== null);
  return [
    people !== null
      ? `${name} and ${whom(people)} are in Bulk Send. ${whatToDo(people, isTable ? "table" : "list")}`
      : isTable
        ? `${name} is in Bulk Send, without the people it went to. Choose a new list.`
        : `${name} and its values are in Bulk Send, without the people it went to. Write a new list.`,
    isChanged ? "The template has changed since then. The current version is used." : "",
    mail.template_id !== null && template === null
      ? "Its template was deleted, so its text is used as a composed email for a list."
      : "",
    people !== null && people.length > 1 && kind === "csv" && !isTable
      ? "Everyone on a list gets the same values."
      : "",
    files.length > 0 ? `Attach these files again: ${files.join(", ")}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

type People = Corrections["rows"];

function whom({ length }: People): string {
  return length === 1 ? "the one person" : `the ${withCommas(length)} people`;
}

/** With whom nothing is wrong there is nothing to be put right. */
function whatToDo(people: People, place: string): string {
  const isAnythingWrong = people.some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
