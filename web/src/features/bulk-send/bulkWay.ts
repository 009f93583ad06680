import { countsSentence } from "@sendwright/core/sends/counts";
import { type BulkCall, beginBulk } from "../../data/sends.ts";
import { formOf } from "../../sending/formStore.ts";
import { outcomeVariant } from "../../sending/outcomeVariant.ts";
import type { Way } from "../../sending/way.ts";
import { readBulkDraft, writeBulkDraft } from "./form/bulkDraft.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./form/bulkForm.ts";
import { bulkForm } from "./form/bulkFormReducer.ts";
import { hasBulkContent, isBulkOverBy } from "./form/unsent.ts";

/** How long what became of a bulk send stays to be read. */
export const RESULT_TOAST = 15_000;

/** The form of an account. */
export const bulkForms = formOf(
  bulkForm,
  {
    kind: "bulk",
    write: writeBulkDraft,
    read: readBulkDraft,
    isTold: (form) => hasBulkContent(form) || form.people.now.list !== null,
    isOver: isBulkOverBy,
  },
  () => EMPTY_BULK_FORM,
);

/** What is Bulk Send's own about a press of Send: its form is free again as soon as the send has begun. */
export const bulkWay: Way<BulkForm, BulkCall> = {
  kind: "bulk",
  form: bulkForms,
  hasUnsent: (account) => hasBulkContent(bulkForms(account).read()),
  begin: beginBulk,
  onBegun: (account, pressed) => {
    const { sent, change } = bulkForms(account);
    const frozen = pressed ?? sent();
    if (frozen) change({ type: "begun", frozen });
  },
  writeTo: (account, people) => bulkForms(account).change({ type: "writeTo", people }),
  takeAgain: (account, again) => bulkForms(account).change({ type: "again", again }),
  words: {
    toast: "Bulk Send Error",
    panel: "Bulk send failed",
    asked: (frozen) => (frozen ? "Preparing your emails" : "Looking what became of your emails"),
    ended: (send) => ({ message: countsSentence(send), variant: outcomeVariant(send) }),
  },
  toasts: { good: RESULT_TOAST, bad: RESULT_TOAST },
};
