import { isUncertain } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send } from "@sendwright/core/contract";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { useNavigate } from "react-router-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useSendMail } from "../../data/sendMail.ts";
import { useTemplate, useTemplates } from "../../data/templates.ts";
import { counted } from "../../lib/counted.ts";
import { ABOUT_TO_BEGIN } from "../messages.ts";
import { useWaysAgain } from "../SendingProvider.tsx";
import { broughtMessage } from "./broughtMessage.ts";
import { peopleAgain } from "./peopleAgain.ts";

const QUESTION = {
  title: "Replace your unsent email?",
  text: "Bulk Send contains an email you haven't sent. If you continue, it will be lost.",
  action: "Replace it",
  cancel: "Keep it",
};

/**
 * What puts the mail and settings of a send into Bulk Send, once they are there: for a new list, or for people of the
 * send who are to be put right. Nothing unsent is replaced without a question (`isFree`).
 */
export function useAgain(send: Send) {
  const { account, sendings } = useWaysAgain();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  const sent = useSendMail(send.id, 1);
  const templates = useTemplates();
  const named = sent.data?.mail.template_id ?? null;
  const templateId = templates.data?.some(({ id }) => id === named) ? named : null;
  const template = useTemplate(templateId);
  const [bulk] = sendings;
  const hasUnsent = () => bulk?.way.hasUnsent(account) === true;
  /** Whether there is room in Bulk Send, or a person makes it; `isAgreed`: they have already. */
  const isFree = async ({ isAgreed = false } = {}): Promise<boolean> => {
    if (!bulk) return false;
    if (isUncertain(bulk.read())) toast(ABOUT_TO_BEGIN, { variant: "info" });
    else if (isAgreed || !hasUnsent() || (await confirm(QUESTION))) return true;
    return false;
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
    hasUnsent,
    isFree,
    put,
  };
}
