import { stickyValue } from "../../../lib/stickyValues.ts";
import type { Email } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";

/** The form with the remembered values of sticky variables that nobody has written anything for. */
export function withStickyValues(form: SendForm, mail: Email | null, uid: string): SendForm {
  if (!mail) return form;
  const remembered = mail.variables.flatMap(({ name, type }) =>
    type === "sticky" && !Object.hasOwn(form.values, name) ? [[name, stickyValue(uid, name)] as const] : [],
  );
  if (remembered.length === 0) return form;
  return { ...form, values: { ...Object.fromEntries(remembered), ...form.values } };
}
