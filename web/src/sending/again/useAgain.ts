import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import { isOpen } from "@sendwright/core/sends/counts";
import { useNavigate } from "react-router-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { useSendMail } from "../../data/sendActions.ts";
import { useTemplate, useTemplates } from "../../data/templateQueries.ts";
import { ABOUT_TO_BEGIN } from "../attemptMessages.ts";
import { useSendingOf } from "../SendingProvider.tsx";
import { againMessage } from "./againMessage.ts";
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
      // Who cancels a send no longer means its time.
      startAt:
        corrections && isOpen(send) && Date.parse(send.starts_at) > Date.now()
          ? send.starts_at
          : null,
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
  /** Makes people of the send the list of another email; `count`: how many got an email. */
  const writeTo = (people: PeopleOfSend, count: number) => {
    const { cc, bcc } = sent.data?.mail ?? {};
    // Copies for everyone are in each row, too, from where one click brings them back.
    const fixed = { ...(cc && { cc }), ...(bcc && { bcc }) };
    bulk.writeTo({
      ...people,
      rows: people.rows.map((row) => ({ ...row, copyCells: { ...fixed, ...row.copyCells } })),
    });
    if (bulk.read().status === "ended") bulk.close();
    const who = `${pluralize(count, "person", "people")} and their values`;
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
