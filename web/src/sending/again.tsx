import Button from "@mui/material/Button";
import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send, SendMail, Template } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import { intendedCount, isOpen } from "@sendwright/core/sends/counts";
import { correctedRows, toCorrect } from "@sendwright/core/sends/received";
import { withCommas } from "@sendwright/core/withCommas";
import { useNavigate } from "react-router-dom";
import { useConfirm } from "../components/Confirm.tsx";
import { useToast } from "../components/Toasts.tsx";
import { useSettings } from "../data/accountQueries.ts";
import type { SendProgress } from "../data/sendProgress.ts";
import { useCorrections, useReceivers, useSendList, useSendMail } from "../data/sendQueries.ts";
import { useTemplate, useTemplates } from "../data/templateQueries.ts";
import { errorMessage } from "../lib/errorMessage.ts";
import { ABOUT_TO_BEGIN } from "./attemptMessages.ts";
import { useSendingOf } from "./SendingProvider.tsx";
import { kindAndPeople, sendWhen } from "./sendHeading.ts";
import type { PeopleAgain } from "./sendingEvents.ts";

/**
 * Makes everyone who received a send, with their values, the list of another email, as long as they
 * are stored.
 */
export function WriteToThem({ progress: { send } }: { progress: SendProgress }) {
  const { isReady, isFree, writeTo } = useAgain(send);
  const { mutateAsync, isPending } = useReceivers(send.id);
  const toast = useToast();
  const { sent } = send.counts;
  if (sent === 0 || isOpen(send)) return null;
  const write = async () => {
    if (!isFree()) return;
    try {
      const { corrections: _, ...people } = peopleAgain(send.id, await mutateAsync());
      // This corrects no one: it is another email.
      writeTo({ ...people, isCorrection: false });
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return (
    <Button size="small" disabled={!isReady || isPending} onClick={() => void write()}>
      Write to the {pluralize(sent, "person", "people")} who received it
    </Button>
  );
}

/** Puts the people a bulk send didn't reach, and its email, into Bulk Send to be corrected. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, correct } = useCorrect(send);
  const people = toCorrect(results, correctedRows(send)).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  return (
    <Button size="small" disabled={!isReady} onClick={correct}>
      {/* Shown beside the button that sends a canceled email to them unchanged. */}
      {send.cancelled > 0 ? "Edit it first" : `Correct ${who} who did not get it`}
    </Button>
  );
}

const NO_ONE_LEFT = "There's no one left to correct in this send.";

/** People corrected before may have the email under an address that this send doesn't know. */
const questionOf = (since: Send) => ({
  title: "Has anyone received it since?",
  text: `This email was sent again ${sendWhen(since, Date.now())} (${kindAndPeople(since)}). If it reached someone who is in the table now, perhaps at another address, remove them.`,
  action: "Continue to the table",
});

/**
 * Puts the people a send didn't reach, and its email, into Bulk Send to be corrected. Cancels a
 * send that hasn't started, once there is room for its people.
 */
export function useCorrect(send: Send) {
  const { isReady, isFree, put } = useAgain(send);
  const { mutateAsync, isPending } = useCorrections(send.id);
  const toast = useToast();
  const confirm = useConfirm();
  const { data: list, isPending: isListAwaited } = useSendList();
  const correct = async () => {
    const isOver = !isOpen(send);
    // No one of a send that hasn't started can have been corrected.
    const since = isOver ? sentSince(send, list?.sends ?? []) : null;
    if (since !== null && !(await confirm(questionOf(since)))) return;
    if (!isFree()) return;
    // Awaited here and not in the mutation's callbacks: a button of a canceled send disappears
    // before the answer.
    try {
      const corrections = await mutateAsync({ isOver });
      if (corrections.rows.length === 0) toast(NO_ONE_LEFT, { variant: "info" });
      else if (isFree()) put(corrections);
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return { isReady: isReady && !isPending && !isListAwaited, correct: () => void correct() };
}

/**
 * The latest later send of the same email to several people that includes someone who can't be
 * matched to this send; null for none.
 */
export function sentSince(
  { id, title, created_at, corrected = [] }: Send,
  sends: readonly Send[],
): Send | null {
  const known = new Map(corrected.map((one) => [one.id, one.rows.length]));
  const isKnown = (other: Send) => other.counts.total <= (known.get(other.id) ?? 0);
  const isSame = (other: Send) =>
    other.id !== id && !isKnown(other) && other.title === title && other.created_at > created_at;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since =
    title === null
      ? []
      : sends.filter((one) => isSame(one) && isForMany(one) && intendedCount(one) > 0);
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}

/** The people of a send that are being corrected, a row each. */
export function peopleAgain(
  send: string,
  { rows, variables, date_orders }: Corrections,
): PeopleAgain {
  return {
    send,
    isCorrection: true,
    variables,
    dates: new Map(Object.entries(date_orders)),
    rows: rows.map(({ row, recipient, values, cc, bcc, files, file_sizes: sizes }) => ({
      row,
      recipient,
      values: new Map(Object.entries(values)),
      ...(files && { files: files.map((name, at) => ({ name, size: sizes?.[at] ?? null })) }),
      copyCells: { ...(cc !== undefined && { cc }), ...(bcc !== undefined && { bcc }) },
    })),
    corrections: rows.map(({ row, recipient, name = "", reason, cancelled }) => ({
      row,
      who: recipient || name,
      reason: cancelled ? "" : reason,
    })),
  };
}

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
      ...(corrections && { people: peopleAgain(send.id, corrections) }),
      startAt: corrections && Date.parse(send.starts_at) > Date.now() ? send.starts_at : null,
    });
    if (bulk.read().status === "ended") bulk.close();
    const people = corrections?.rows ?? null;
    const again = againMessage({
      kind: send.kind,
      sent: sent.data,
      template: template.data ?? null,
      people,
    });
    toast(again, { variant: "info", duration: 15_000 });
    // Doesn't count as a change of tab: Back returns to the send that this came from.
    void navigate({ hash: "bulk-send" }, { state: corrections ? { corrects: true } : null });
  };
  /** Makes people of the send the list of another email. */
  const writeTo = (people: PeopleOfSend) => {
    const { cc, bcc } = sent.data?.mail ?? {};
    // Copies for everyone are in each row, too, from where one click brings them back.
    const fixed = { ...(cc && { cc }), ...(bcc && { bcc }) };
    bulk.writeTo({
      ...people,
      rows: people.rows.map((row) => ({ ...row, copyCells: { ...fixed, ...row.copyCells } })),
    });
    if (bulk.read().status === "ended") bulk.close();
    const who = `${pluralize(people.rows.length, "person", "people")} and their values`;
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

interface AgainInput {
  kind: Send["kind"];
  sent: SendMail;
  /** Its current version; null for none. */
  template: Template | null;
  /** Who came along to be corrected; null for a new list. */
  people: Corrections["rows"] | null;
}

/** Which parts of an earlier send came along, which didn't, and which have changed. */
function againMessage({ kind, sent, template, people }: AgainInput): string {
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

/** What to do about copies that came from a column, unless they came along with their people. */
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

function whom({ length }: CorrectedPeople): string {
  return length === 1 ? "the one person" : `the ${withCommas(length)} people`;
}

/** People without a problem have nothing to correct. */
function whatToDo(people: CorrectedPeople, place: string): string {
  const isAnythingWrong = people.some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
