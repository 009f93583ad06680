import { isEmailAddress } from "../recipients/recipients.ts";

const HOST = /^[^\s/?#:@\\]+\.[^\s/?#:@.\\]{2,}(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * The target of a link as a mail may carry it: a web address (`https` where it names no scheme), `mailto:` or `tel:`;
 * an address becomes `mailto:`. Null for anything else that a person or a row's value gave: what would run, and what
 * means nothing outside the page it stood on.
 */
export function linkTarget(href: string): string | null {
  // Browsers take these out before they look at the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
  const target = href.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  if (/^(?:https?:\/\/|mailto:|tel:)[^\s/]/i.test(target)) return target;
  if (/^\/\/[^\s/]/.test(target)) return `https:${target}`;
  if (isEmailAddress(target)) return `mailto:${target}`;
  return HOST.test(target) ? `https://${target}` : null;
}
