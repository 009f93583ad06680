import { inertDocument } from "../lib/inertDocument.ts";

/** The empty document that a mail is shown in (public/mail.html); Hosting gives it a policy of its own. */
export const MAIL_PAPER = "/mail.html";

/** Takes a mail's HTML; tells whether it would load pictures from elsewhere. */
export function hasRemoteImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i.test(html);
}

/** Takes an empty paper; from then on it loads no pictures from elsewhere, and nothing can allow them there again. */
export function forbidPictures(paper: Document): void {
  const policy = paper.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "img-src data:";
  paper.head.append(policy);
}

/** Takes a paper, a mail's HTML and whether its values are underlined; the mail takes the place of what is there. */
export function fillPaper(paper: Document, html: string, marks: boolean): void {
  // What a mail begins with is body, also where a whole document would have its head.
  const { body } = inertDocument(`<body>${html}`);
  paper.body.replaceChildren(...body.childNodes);
  paper.documentElement.toggleAttribute("data-marks", marks);
}
