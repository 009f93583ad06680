import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send } from "@sendwright/core/contract";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { useNavigate } from "react-router-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSendMail } from "../../data/sendMail.ts";
import { useTemplate, useTemplates } from "../../data/templates.ts";
import { counted } from "../../lib/counted.ts";
import { ABOUT_TO_BEGIN } from "../messages.ts";
import { useWaysAgain } from "../SendingProvider.tsx";
import { broughtMessage } from "./broughtMessage.ts";
import { peopleAgain } from "./peopleAgain.ts";

/**
 * Puts the email and settings of a send into Bulk Send: for a new list, or for people of the send to correct. An unsent
 * email there is put aside.
 */
export function useAgain(send: Send) {
  const { account, sendings } = useWaysAgain();
  const navigate = useNavigate();
  const toast = useToast();
  const sent = useSendMail(send.id, 1);
  const templates = useTemplates();
  const named = sent.data?.mail.template_id ?? null;
  const templateId = templates.data?.some(({ id }) => id === named) ? named : null;
  const template = useTemplate(templateId);
  const [bulk] = sendings;
  /** Whether Bulk Send can take another email: not while its last one may still be in the form. Says so if it can't. */
  const isFree = (): boolean => {
    const isFormFree = bulk !== undefined && !isUnanswered(bulk.read());
    if (bulk && !isFormFree) toast(ABOUT_TO_BEGIN, { variant: "info" });
    return isFormFree;
  };
  const put = (corrections?: Corrections) => {
    if (!bulk?.way.takeAgain || !sent.data) return;
    const { subject, body, dateFormat, timeFormat } = sent.data.mail;
    bulk.way.takeAgain(account, {
      ...{ mode: send.kind === "csv" ? "csv" : "manual", templateId, subject, body, dateFormat, timeFormat },
      values: corrections?.rows[0]?.values ?? sent.data.variables,
      ...(corrections && { people: peopleAgain(send.id, corrections) }),
      startAt: corrections && Date.parse(send.starts_at) > Date.now() ? send.starts_at : null,
    });
    if (bulk.read().is === "ended") bulk.close();
    const people = corrections?.rows ?? null;
    const brought = broughtMessage({ kind: send.kind, sent: sent.data, template: template.data ?? null, people });
    toast(brought, { variant: "info", duration: 15_000 });
    // No change of tab: Back leads to the send that this was taken from.
    void navigate({ hash: "bulk-send" }, { state: corrections ? { corrects: true } : null });
  };
  /** Makes people of the send the list of another email. */
  const writeTo = (people: PeopleOfSend) => {
    if (!bulk?.way.writeTo) return;
    bulk.way.writeTo(account, people);
    if (bulk.read().is === "ended") bulk.close();
    toast(`${counted(people.rows.length, "person", "people")} and their values are in Bulk Send. Choose a template.`, {
      variant: "info",
    });
    void navigate({ hash: "bulk-send" });
  };
  return {
    writeTo,
    isReady: sent.data !== undefined && templates.data !== undefined && !template.isLoading,
    isFree,
    put,
  };
}
