import type { OutputOf, preview } from "@sendwright/core/contract";

/** The body of a preview as the mail has it, without the marks around values. */
function withoutMarks(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const mark of body.querySelectorAll("[data-variable]")) mark.replaceWith(...mark.childNodes);
  body.normalize();
  return body.innerHTML;
}

/** What goes into another page, or onto the clipboard. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** The mail in the server's preview. */
export function rendered(given: OutputOf<typeof preview>): Rendered {
  return { subject: given.rendered_subject, html: withoutMarks(given.rendered_body_html), text: given.rendered_text };
}

/** Puts a mail's body onto the clipboard, formatted and as text. Throws when the browser refuses. */
export async function copyBody({ html, text }: Rendered): Promise<void> {
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  await navigator.clipboard.write([new ClipboardItem({ ...blob("text/html", html), ...blob("text/plain", text) })]);
}
