import { inertDocument } from "../lib/inertDocument.ts";

/** The empty document that a mail is shown in (public/mail.html); Hosting gives it a policy of its own. */
export const MAIL_PAPER = "/mail.html";

/** Whether a mail would load pictures from elsewhere. */
export function hasRemoteImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i.test(html);
}

/** Keeps an empty paper from ever loading pictures from elsewhere; nothing can allow them there again. */
export function forbidPictures(paper: Document): void {
  const policy = paper.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "img-src data:";
  paper.head.append(policy);
}

/** Puts a mail in the place of what is on the paper; `marks` underlines its values. */
export function fillPaper(paper: Document, html: string, marks: boolean): void {
  // What a mail begins with is body, also where a whole document would have its head.
  const { body } = inertDocument(`<body>${html}`);
  paper.body.replaceChildren(...body.childNodes);
  paper.documentElement.toggleAttribute("data-marks", marks);
}
