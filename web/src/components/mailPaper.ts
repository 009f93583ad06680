import { inertDocument } from "../lib/inertDocument.ts";
import { type PictureSources, showPictures } from "../lib/showPictures.ts";

/** The empty document that shows an email (public/mail.html); Hosting gives it its own policy. */
export const MAIL_PAPER = "/mail.html";

/** Whether an email would load pictures from other sites. */
export function hasRemoteImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i.test(html);
}

/**
 * Keeps an empty paper from ever loading pictures from elsewhere; nothing can allow them there
 * again.
 */
export function forbidPictures(paper: Document): void {
  const policy = paper.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "img-src data:";
  paper.head.append(policy);
}

/** Replaces the paper's content with an email; `marks` underlines its values. */
export function fillPaper(
  paper: Document,
  html: string,
  marks: boolean,
  pictures: PictureSources = {},
): void {
  // The start of an email is body, even where a whole document would have its head.
  const { body } = inertDocument(`<body>${html}`);
  // Before they are in the paper, which would look for their own addresses.
  showPictures(body, pictures);
  paper.body.replaceChildren(...body.childNodes);
  paper.documentElement.toggleAttribute("data-marks", marks);
}
