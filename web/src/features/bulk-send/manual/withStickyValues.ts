import { stickyValue } from "../../../lib/stickyValues.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import type { BulkMail } from "../form/bulkMail.ts";

/** The form with the remembered values of sticky variables that nobody has written anything for. */
export function withStickyValues(form: BulkForm, mail: BulkMail | null, uid: string): BulkForm {
  if (!mail) return form;
  const remembered = mail.variables.flatMap(({ name, type }) =>
    type === "sticky" && !Object.hasOwn(form.values, name) ? [[name, stickyValue(uid, name)] as const] : [],
  );
  if (remembered.length === 0) return form;
  return { ...form, values: { ...Object.fromEntries(remembered), ...form.values } };
}
