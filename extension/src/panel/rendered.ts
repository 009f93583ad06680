import type { OutputOf, preview } from "@sendwright/core/contract";
import { picturesIn } from "@sendwright/core/files/pictures";

/** The content for another page or the clipboard. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
  hasPictures: boolean;
}

/**
 * A preview's body as the email has it, without the marks around values, and without pictures: they
 * are files.
 */
function withoutMarks(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const picture of body.querySelectorAll("img")) picture.remove();
  for (const mark of body.querySelectorAll("[data-variable]")) mark.replaceWith(...mark.childNodes);
  body.normalize();
  return body.innerHTML;
}

/** The email in the server's preview. */
export function rendered(given: OutputOf<typeof preview>): RenderedEmail {
  const { rendered_subject: subject, rendered_body_html: html, rendered_text: text } = given;
  return { subject, html: withoutMarks(html), text, hasPictures: picturesIn(html).size > 0 };
}

/**
 * Copies an email's body to the clipboard, formatted and as text. Throws if the browser refuses.
 */
export async function copyBody({ html, text }: RenderedEmail): Promise<void> {
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  await navigator.clipboard.write([
    new ClipboardItem({ ...blob("text/html", html), ...blob("text/plain", text) }),
  ]);
}
