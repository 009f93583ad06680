import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send, SendMail, Template } from "@sendwright/core/contract";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { useNavigate } from "react-router-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSendMail } from "../../data/sendMail.ts";
import { useTemplate, useTemplates } from "../../data/templateQueries.ts";
import { pluralize, withCommas } from "../../lib/pluralize.ts";
import { ABOUT_TO_BEGIN } from "../attemptMessages.ts";
import { useReusableModes } from "../SendingProvider.tsx";
import { peopleAgain } from "./peopleAgain.ts";

/**
 * Puts the email and settings of a send into Bulk Send: for a new list, or to correct people of the send. An unsent
 * email there is put aside.
 */
export function useAgain(send: Send) {
  const { account, sendings } = useReusableModes();
  const navigate = useNavigate();
  const toast = useToast();
  const sent = useSendMail(send.id, 1);
  const templates = useTemplates();
  const named = sent.data?.mail.template_id ?? null;
  const templateId = templates.data?.some(({ id }) => id === named) ? named : null;
  const template = useTemplate(templateId);
  const [bulk] = sendings;
  /** Whether Bulk Send can take another email: not while its last one may still be in the form. If it can't, says so. */
  const isFree = (): boolean => {
    const isFormFree = bulk !== undefined && !isUnanswered(bulk.read());
    if (bulk && !isFormFree) toast(ABOUT_TO_BEGIN, { variant: "info" });
    return isFormFree;
  };
  const put = (corrections?: Corrections) => {
    if (!bulk?.mode.reuse || !sent.data) return;
    const { subject, body, dateFormat, timeFormat } = sent.data.mail;
    bulk.mode.reuse(account, {
      ...{ mode: send.kind === "csv" ? "csv" : "manual", templateId, subject, body, dateFormat, timeFormat },
      values: corrections?.rows[0]?.values ?? sent.data.variables,
      ...(corrections && { people: peopleAgain(send.id, corrections) }),
      startAt: corrections && Date.parse(send.starts_at) > Date.now() ? send.starts_at : null,
    });
    if (bulk.read().status === "ended") bulk.close();
    const people = corrections?.rows ?? null;
    const brought = broughtMessage({ kind: send.kind, sent: sent.data, template: template.data ?? null, people });
    toast(brought, { variant: "info", duration: 15_000 });
    // Doesn't count as a change of tab: Back returns to the send that this came from.
    void navigate({ hash: "bulk-send" }, { state: corrections ? { corrects: true } : null });
  };
  /** Makes people of the send the list of another email. */
  const writeTo = (people: PeopleOfSend) => {
    if (!bulk?.mode.writeTo) return;
    bulk.mode.writeTo(account, people);
    if (bulk.read().status === "ended") bulk.close();
    toast(
      `${pluralize(people.rows.length, "person", "people")} and their values are in Bulk Send. Choose a template.`,
      {
        variant: "info",
      },
    );
    void navigate({ hash: "bulk-send" });
  };
  return {
    writeTo,
    isReady: sent.data !== undefined && templates.data !== undefined && !template.isLoading,
    isFree,
    put,
  };
}

interface Brought {
  kind: Send["kind"];
  sent: SendMail;
  /** Its current version; null for none. */
  template: Template | null;
  /** Who came along to be corrected; null for a new list. */
  people: Corrections["rows"] | null;
}

/** Which parts of an earlier send came along, which didn't, and which have changed. */
function broughtMessage({ kind, sent: { mail }, template, people }: Brought): string {
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

/** People without a problem have nothing to correct. */
function whatToDo(people: People, place: string): string {
  const isAnythingWrong = people.some(({ cancelled }) => cancelled !== true);
  return isAnythingWrong ? `Fix the ${place}, then send.` : "Make your changes, then send.";
}
