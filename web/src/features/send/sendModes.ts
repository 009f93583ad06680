import type { Send } from "@sendwright/core/contract";
import { countsSentence, isAllSent } from "@sendwright/core/sends/counts";
import { beginSend, type SendCall } from "../../data/sendQueries.ts";
import { pluralize } from "../../lib/pluralize.ts";
import { remembered } from "../../lib/remembered.ts";
import type { Account } from "../../sending/account.ts";
import { outcomeVariant } from "../../sending/attemptMessages.ts";
import { type FormStore, formOf } from "../../sending/formStore.ts";
import type { Notification, SendMode } from "../../sending/sendMode.ts";
import { hasContent, readDraft, writeDraft } from "./form/sendDraft.ts";
import {
  emptyForm,
  isOverBy,
  isSameChoice,
  type SendForm,
  type SendFormAction,
  sendForm,
  type Tab,
} from "./form/sendForm.ts";
import { holdsEmail, unreached, unsentPart } from "./form/unsentPart.ts";

/** How long the toast of a result stays, in milliseconds. */
export const RESULT_TOAST = 15_000;

/** The storage name of the last template chosen in Direct Send. */
export const LAST_TEMPLATE = "direct-send:template";

interface TabMode extends SendMode<SendForm, SendCall> {
  form: (account: Account) => FormStore<SendForm, SendFormAction>;
}

const isFilled = (form: SendForm) => hasContent(form) || form.people.now.list !== null;

function modeOf(tab: Tab, own: Pick<TabMode, "words" | "toasts">): TabMode {
  const form = formOf(
    {
      kind: tab,
      change: sendForm,
      unsent: unsentPart,
      holds: holdsEmail,
      isFree: (now, other) => !isFilled(now) && (now.choice.kind === "none" || isSameChoice(now.choice, other.choice)),
      isFilled,
      isOver: isOverBy,
      write: writeDraft,
      read: (stored) => readDraft(tab, stored),
    },
    ({ uid }) => {
      const id = tab === "direct" ? remembered(uid, LAST_TEMPLATE) : null;
      const begin = emptyForm(tab);
      return id === null ? begin : sendForm(begin, { type: "choice", choice: { kind: "template", id } });
    },
  );
  return {
    ...own,
    kind: tab,
    form,
    hasUnsent: (account) => hasContent(form(account).read()) || form(account).aside().length > 0,
    begin: beginSend,
  };
}

function directOutcome(send: Send): Notification {
  const { sent, failed, warning } = send.counts;
  if (isAllSent(send)) return { message: `${pluralize(sent, "email")} sent.`, variant: "success" };
  // Skipping a row, or canceling, is no error.
  const isError = send.state !== "cancelled" && failed + warning > 0;
  if (isError) return { message: `Send Error: ${countsSentence(send)}`, variant: "danger" };
  return { message: countsSentence(send), variant: outcomeVariant(send) };
}

/** Counts only addresses: the form doesn't know which rows of a table the check skips. */
function directAsked(form: SendForm | null): string {
  if (form === null) return "Checking your last send";
  const { mode, list } = form.people.now;
  return mode === "manual" && list ? `Sending ${pluralize(list.rows.length, "email")}` : "Sending your emails";
}

const direct = modeOf("direct", {
  words: {
    toast: "Send Error",
    panel: "Send Error",
    asked: directAsked,
    ended: directOutcome,
  },
  toasts: { good: 8_000, bad: 10_000 },
});

/** Direct Send: people who didn't get the email come back into its form. */
export const directMode: TabMode = {
  ...direct,
  unreached,
};

const bulk = modeOf("bulk", {
  words: {
    toast: "Bulk Send Error",
    panel: "Bulk send failed",
    asked: (form) => (form ? "Preparing your emails" : "Checking your last send"),
    ended: (send) => ({ message: countsSentence(send), variant: outcomeVariant(send) }),
  },
  toasts: { good: RESULT_TOAST, bad: RESULT_TOAST },
});

/** Bulk Send: its form can take an earlier send's email or people. */
export const bulkMode: TabMode = {
  ...bulk,
  writeTo: (account, people) => bulk.form(account).setAside({ type: "writeTo", people }),
  readList: async (file) => (await import("./list/ListReader.ts")).readListFile(file),
  reuse: (account, again) => bulk.form(account).setAside({ type: "again", again }),
};

export const SEND_MODES: Readonly<Record<Tab, TabMode>> = { direct: directMode, bulk: bulkMode };
