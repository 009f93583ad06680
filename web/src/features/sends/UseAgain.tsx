import Button from "@mui/material/Button";
import type { Send, SendMail, Template } from "@sendwright/functions/contract";
import { isUncertain } from "@sendwright/functions/core";
import { useNavigate } from "react-router-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useSendMail } from "../../data/sendMail.ts";
import { useTemplate, useTemplates } from "../../data/templates.ts";
import { ABOUT_TO_BEGIN } from "../../sending/messages.ts";
import { useWaysAgain } from "../../sending/SendingProvider.tsx";

const QUESTION = {
  title: "Replace what you have not sent?",
  text: "Something that you have not sent yet stands in Bulk Send. It is lost when this mail takes its place.",
  action: "Replace it",
  cancel: "Keep it",
};

/**
 * What of an earlier send was brought, what was not, and what is different; `template` is as it is now (null for none).
 */
function broughtMessage({ mail }: SendMail, template: Template | null, mode: "csv" | "manual"): string {
  const isChanged = template !== null && (template.subject !== mail.subject || template.body !== mail.body);
  const kept = new Set(template?.attachments.map(({ original_filename }) => original_filename));
  const files = mail.files.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  const name = template === null ? "The mail" : `The template “${template.name}”`;
  return [
    mode === "csv" && template !== null
      ? `${name} stands in Bulk Send again, without the people it went to: choose a new list.`
      : `${name} and its values stand in Bulk Send again, without the people it went to: write a new list.`,
    isChanged ? "The template has been changed since; it is used as it is now." : "",
    mail.template_id !== null && template === null
      ? "Its template is no longer there: the mail itself is used, for a list."
      : "",
    files.length > 0 ? `Add what was attached again: ${files.join(", ")}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Takes the same mail and settings into Bulk Send, for a new list. */
export function UseAgain({ send }: { send: Send }) {
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
  const isReady = sent.data !== undefined && templates.data !== undefined && !template.isLoading;
  const use = async () => {
    if (!bulk?.way.takeAgain || !sent.data) return;
    if (isUncertain(bulk.read())) return toast(ABOUT_TO_BEGIN, { variant: "info" });
    if (bulk.way.hasUnsent(account) && !(await confirm(QUESTION))) return;
    const { subject, body, dateFormat, timeFormat } = sent.data.mail;
    const mode = send.kind === "csv" ? "csv" : "manual";
    bulk.way.takeAgain(account, {
      ...{ mode, templateId, subject, body, dateFormat, timeFormat },
      values: sent.data.variables,
    });
    if (bulk.read().is === "ended") bulk.close();
    toast(broughtMessage(sent.data, template.data ?? null, mode), { variant: "info", duration: 15_000 });
    // No change of tab: Back leads to the send that this was taken from.
    void navigate({ hash: "bulk-send" });
  };
  return (
    <Button size="small" disabled={!isReady} onClick={() => void use()}>
      Use again
    </Button>
  );
}
