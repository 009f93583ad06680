import type { Corrections, Send, SendMail, Settings, Template } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import type { EarlierEmail } from "@sendwright/core/list/list";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import type { ReusedSend } from "../sendingEvents.ts";
import { peopleAgain } from "./peopleAgain.ts";

/** An email of a send, and what belongs to it now. */
export interface EmailAgain {
  send: Send;
  sent: SendMail;
  /** The current version of its template; null if it never had one or it was deleted. */
  template: Template | null;
  settings: Settings & { unreadable?: true };
}

/**
 * The email and settings of a send, for reuse with a new list, or with people to correct. `isEdit`:
 * the email is to take the place of the send.
 */
export function reusedSend(
  { send, sent, template, settings }: EmailAgain,
  corrections: Corrections | undefined,
  isEdit: boolean,
): ReusedSend {
  const { mail } = sent;
  // Without a signature in the account, there was nothing to choose.
  const hadNoChoice = settings.signature === "" && !settings.unreadable;
  const isAhead = Date.parse(send.starts_at) > Date.now();
  return {
    mode: send.kind === "csv" ? "csv" : "manual",
    templateId: template?.id ?? null,
    ...(template === null && mail.template_id !== null && { formerTemplate: mail.template_id }),
    subject: mail.subject,
    body: mail.body,
    ...formatsOf(mail),
    signature: mail.signature !== false || hadNoChoice,
    copies: { replyTo: sent.reply_to ?? "", cc: mail.cc ?? "", bcc: mail.bcc ?? "" },
    values: corrections?.rows[0]?.values ?? sent.variables,
    ...(corrections && { people: peopleAgain(send, corrections) }),
    ...(isEdit && {
      replaces: { send: send.id, startsAt: send.starts_at, files: lostFiles(template, mail) },
    }),
    // Someone who canceled a send no longer wants its start time.
    startAt: isEdit && isAhead ? send.starts_at : null,
  };
}

/** The email of a send, if its template still says all of it, with files of the same names and sizes. */
export function emailThatTheyHave(
  { sent: { mail }, template }: Pick<EmailAgain, "sent" | "template">,
  { rows }: Pick<PeopleOfSend, "rows">,
): EarlierEmail | null {
  if (!template) return null;
  const isSame =
    !isChanged(template, mail) &&
    mail.dateFormat === template.dateFormat &&
    mail.timeFormat === template.timeFormat &&
    hasSameFiles(template, mail) &&
    rows.every(({ files }) => files === undefined);
  return isSame ? { template: template.id, revision: template.revision } : null;
}

type MailOfSend = SendMail["mail"];

/** Whether a template has another text than a send had, or another file of the same name. */
export function isChanged({ subject, body, attachments }: Template, mail: MailOfSend): boolean {
  const isReplaced = ({ name, size }: MailOfSend["files"][number]) => {
    const named = attachments.filter(({ original_filename }) => original_filename === name);
    return named.length > 0 && named.every((file) => file.size !== size);
  };
  return subject !== mail.subject || body !== mail.body || mail.files.some(isReplaced);
}

function hasSameFiles({ attachments }: Template, { files }: MailOfSend): boolean {
  const now = attachments.map(({ original_filename: name, size }) => `${size} ${name}`);
  const before = files.map(({ name, size }) => `${size} ${name}`);
  return now.toSorted().join("\n") === before.toSorted().join("\n");
}

/** The names of the files that the template doesn't have. */
export function lostFiles(template: Template | null, { files }: MailOfSend): string[] {
  const kept = new Set(template?.attachments.map(({ original_filename }) => original_filename));
  return files.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
