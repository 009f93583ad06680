import { type CheckResult, checkRecipients, splitRecipients } from "@sendwright/functions/core";
import type { BulkForm } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";

/** Takes the form and the mail; gives the check of the typed or pasted list, the same that the server makes. */
export function listCheck(form: BulkForm, mail: BulkMail): CheckResult {
  return checkRecipients({
    recipients: splitRecipients(form.manualText),
    variables: mail.variables,
    values: new Map(Object.entries(form.values)),
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    keepDuplicates: form.keepDuplicates,
  });
}
