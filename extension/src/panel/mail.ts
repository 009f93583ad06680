import type { OutputOf, preview } from "@sendwright/core/contract";

/** A preview's body as the email has it, without the marks around values. */
function withoutMarks(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const mark of body.querySelectorAll("[data-variable]")) mark.replaceWith(...mark.childNodes);
  body.normalize();
  return body.innerHTML;
}

/** The content for another page or the clipboard. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** The email in the server's preview. */
export function rendered(given: OutputOf<typeof preview>): Rendered {
  return { subject: given.rendered_subject, html: withoutMarks(given.rendered_body_html), text: given.rendered_text };
}

/** Copies an email's body to the clipboard, formatted and as text. Throws if the browser refuses. */
export async function copyBody({ html, text }: Rendered): Promise<void> {
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  await navigator.clipboard.write([new ClipboardItem({ ...blob("text/html", html), ...blob("text/plain", text) })]);
}
