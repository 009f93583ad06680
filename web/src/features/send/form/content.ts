import { isFilled, type List } from "@sendwright/core/list/list";
import type { SendForm } from "./sendForm.ts";

/** Whether the form holds something that you wrote, pasted or changed. An unchanged file can be chosen again. */
export function hasContent(form: SendForm): boolean {
  const { list, text } = form.people.now;
  const isMail = form.choice.kind === "compose" && !form.isMailSent && (form.subject.trim() !== "" || form.body !== "");
  const isList = list !== null && !isFileAsRead(form, list) && list.rows.some(isFilled);
  const texts = [text, ...Object.values(form.values)];
  return isMail || isList || form.attachments.length > 0 || texts.some((one) => one.trim() !== "");
}

/** Whether this is the unchanged list of a file that this page still has. */
function isFileAsRead({ people }: SendForm, { source }: List): boolean {
  const { raw } = people.now;
  return raw !== null && typeof raw.content !== "string" && people.past.at(-1)?.list?.source !== source;
}
