import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send, SendMail, Template } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import type { EarlierEmail } from "@sendwright/core/list/list";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import { isOpen } from "@sendwright/core/sends/counts";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { withCommas } from "@sendwright/core/withCommas";
import { useNavigate } from "react-router-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { useSendMail } from "../../data/sendActions.ts";
import { useTemplate, useTemplates } from "../../data/templateQueries.ts";
import { ABOUT_TO_BEGIN } from "../attemptMessages.ts";
import { useSendingOf } from "../SendingProvider.tsx";
import type { PeopleAgain } from "../sendingEvents.ts";
import { peopleAgain } from "./peopleAgain.ts";

/**
 * Puts the email and settings of a send into Bulk Send: for a new list, or to correct people of the
 * send. An unsent email there is kept.
 */
export function useAgain(send: Send) {
  const bulk = useSendingOf("bulk");
  const navigate = useNavigate();
  const toast = useToast();
  const sent = useSendMail(send.id, 1);
  const templates = useTemplates();
  const { data: settings } = useSettings();
  const named = sent.data?.mail.template_id ?? null;
  const templateId = templates.data?.some(({ id }) => id === named) ? named : null;
  const template = useTemplate(templateId);
  /**
   * Whether Bulk Send can take another email: not while its last one may still be in the form. If
   * it can't, says so.
   */
  const isFree = (): boolean => {
    const isFormFree = !isUnanswered(bulk.read());
    if (!isFormFree) toast(ABOUT_TO_BEGIN, { variant: "info" });
    return isFormFree;
  };
  const put = (corrections?: Corrections) => {
    if (!sent.data) return;
    const { subject, body, cc = "", bcc = "" } = sent.data.mail;
    const isEdited = corrections !== undefined && isOpen(send);
    // Without a signature in the account, there was nothing to choose.
    const signature = sent.data.mail.signature !== false || (settings?.signature ?? "") === "";
    bulk.reuse({
      mode: send.kind === "csv" ? "csv" : "manual",
      templateId,
      formerTemplate: templateId === null ? named : null,
      subject,
      body,
      ...formatsOf(sent.data.mail),
      signature,
      copies: { replyTo: sent.data.reply_to ?? "", cc, bcc },
      values: corrections?.rows[0]?.values ?? sent.data.variables,
      ...(corrections && { people: peopleAgain(send, corrections) }),
      ...(isEdited && {
        replaces: {
          send: send.id,
          startsAt: send.starts_at,
          files: lostFiles(template.data ?? null, sent.data.mail),
        },
      }),
      // Who cancels a send no longer means its time.
      startAt: isEdited && Date.parse(send.starts_at) > Date.now() ? send.starts_at : null,
    });
    if (bulk.read().status === "ended") bulk.close();
    const people = corrections?.rows ?? null;
    const again = againMessage({
      kind: send.kind,
      sent: sent.data,
      template: template.data ?? null,
      people,
      isEdited,
    });
    if (again !== "") toast(again, { variant: "info", duration: 15_000 });
    // Doesn't count as a change of tab: Back returns to the send that this came from.
    const arrival = corrections ? (isEdited ? "edits" : "corrects") : null;
    void navigate({ hash: "bulk-send" }, { state: arrival && { [arrival]: true } });
  };
  /** Makes people of the send the list of another email. */
  const writeTo = ({ corrections, ...people }: PeopleAgain) => {
    const { cc, bcc } = sent.data?.mail ?? {};
    // Copies for everyone are in each row, too, from where one click brings them back.
    const fixed = { ...(cc && { cc }), ...(bcc && { bcc }) };
    const earlier = emailThatTheyHave(sent.data, template.data, people);
    bulk.writeTo({
      ...people,
      // It is another email.
      isCorrection: false,
      ...(earlier && { earlier }),
      rows: people.rows.map((row) => ({ ...row, copyCells: { ...fixed, ...row.copyCells } })),
    });
    if (bulk.read().status === "ended") bulk.close();
    const who = `${pluralize(corrections.length, "person", "people")} and their values`;
    toast(`${who} are in Bulk Send. Choose a template.`, { variant: "info" });
    void navigate({ hash: "bulk-send" });
  };
  return {
    writeTo,
    isReady: sent.data !== undefined && templates.data !== undefined && !template.isLoading,
    isFree,
    put,
  };
}

/** The email of a send, if its template still says all of it and has exactly its files. */
function emailThatTheyHave(
  sent: SendMail | undefined,
  template: Template | undefined,
  { rows }: Pick<PeopleOfSend, "rows">,
): EarlierEmail | null {
  if (!sent || !template) return null;
  const { mail } = sent;
  const isSame =
    !isChanged(template, mail) &&
    mail.dateFormat === template.dateFormat &&
    mail.timeFormat === template.timeFormat &&
    hasSameFiles(template, mail) &&
    rows.every(({ files }) => files === undefined);
  return isSame ? { template: template.id, revision: template.revision } : null;
}

type MailOfSend = SendMail["mail"];

function isChanged({ subject, body }: Template, mail: MailOfSend): boolean {
  return subject !== mail.subject || body !== mail.body;
}

function hasSameFiles({ attachments }: Template, { files }: MailOfSend): boolean {
  const now = attachments.map(({ original_filename: name, size }) => `${size} ${name}`);
  const before = files.map(({ name, size }) => `${size} ${name}`);
  return now.toSorted().join("\n") === before.toSorted().join("\n");
}

/** The names of the files that the template doesn't have. */
function lostFiles(template: Template | null, { files }: MailOfSend): string[] {
  const kept = new Set(template?.attachments.map(({ original_filename }) => original_filename));
  return files.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}

interface AgainInput {
  kind: Send["kind"];
  sent: SendMail;
  /** Its current version; null for none. */
  template: Template | null;
  /** The people who came along to be corrected; null for a new list. */
  people: Corrections["rows"] | null;
  isEdited: boolean;
}

/**
 * Which parts of an earlier send came along, which didn't, and which have changed. Bulk Send itself
 * says that a send is being edited and which files to choose again.
 */
function againMessage({ kind, sent, template, people, isEdited }: AgainInput): string {
  const { mail } = sent;
  const files = isEdited ? [] : lostFiles(template, mail);
  const name = template === null ? "The email" : `The template “${template.name}”`;
  const isTable = template !== null && (kind === "csv" || people !== null);
  const arrival =
    people !== null
      ? `${name} and ${whom(people)} are in Bulk Send. ${whatToDo(people, isTable ? "table" : "list")}`
      : isTable
        ? `${name} is in Bulk Send. Choose a list. Before you send, we ask about people who already got it.`
        : `${name} and its values are in Bulk Send. Write a list. Before you send, we ask about people who already got it.`;
  return [
    isEdited ? "" : arrival,
    template !== null && isChanged(template, mail)
      ? "The template has changed since then. The current version is used."
      : "",
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
  return length === 1 ? "the person" : `the ${withCommas(length)} people`;
}

/** People without a problem have nothing to correct. */
function whatToDo(people: CorrectedPeople, place: string): string {
  const isAnythingWrong = withoutFurther(people).some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
