import { countsSentence, isAllSent } from "@sendwright/core/sends/counts";
import { beginDirect, type DirectCall } from "../../data/directSend.ts";
import { counted } from "../../lib/counted.ts";
import { remembered } from "../../lib/remembered.ts";
import { formOf } from "../../sending/formStore.ts";
import { outcomeVariant } from "../../sending/outcomeVariant.ts";
import type { Way } from "../../sending/way.ts";
import { readDirectDraft, writeDirectDraft } from "./form/directDraft.ts";
import { type DirectForm, directForm, EMPTY_DIRECT_FORM, hasDirectContent, isDirectOverBy } from "./form/directForm.ts";

/** Under which name the template that was chosen last is remembered. */
export const TEMPLATE = "direct-send:template";

/** The form of an account; it begins with the template that was chosen last. */
export const directForms = formOf(
  directForm,
  { kind: "direct", write: writeDirectDraft, read: readDirectDraft, isTold: hasDirectContent, isOver: isDirectOverBy },
  ({ uid }) => ({ ...EMPTY_DIRECT_FORM, templateId: remembered(uid, TEMPLATE) }),
);

/** What is Direct Send's own about a press of Send: its form rests until the end, because its recipients depend on the results. */
export const directWay: Way<DirectForm, DirectCall> = {
  kind: "direct",
  form: directForms,
  hasUnsent: (account) => hasDirectContent(directForms(account).read()),
  begin: beginDirect,
  onEnded: (account, frozen, results) => {
    const { sent, change } = directForms(account);
    change({ type: "ended", results, frozen: frozen ?? sent() });
  },
  words: {
    toast: "Send Error",
    panel: "Send Error",
    asked: (frozen) =>
      frozen ? `Sending ${counted(frozen.recipients.length, "email")}` : "Looking what became of your emails",
    ended: (send) => {
      if (send.state === "cancelled") return { message: countsSentence(send), variant: outcomeVariant(send) };
      if (isAllSent(send)) return { message: `${counted(send.counts.sent, "email")} sent.`, variant: "success" };
      return { message: `Send Error: ${countsSentence(send)}`, variant: "danger" };
    },
  },
  toasts: { good: 8_000, bad: 10_000 },
};
