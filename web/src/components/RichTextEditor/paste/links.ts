import { linkTarget } from "@sendwright/core/body/linkAddress";
import { unwrap } from "../unwrap.ts";

/**
 * Services that lead links through an address of their own, and the parameter with the address that
 * was meant.
 */
const REDIRECTS: readonly [host: RegExp, path: RegExp, parameters: string][] = [
  [/(?:^|\.)safelinks\.protection\.outlook\.(?:com|us|de)$/, /^/, "url"],
  [/(?:^|\.)safelinks\.office365\.us$/, /^/, "url"],
  [/^statics\.teams\.(?:cdn\.office\.net|microsoft\.com)$/, /safelinks/, "url"],
  [/^(?:www\.)?google\.[a-z.]{2,6}$/, /^\/url$/, "q url"],
  [/^urldefense\.(?:proofpoint\.)?com$/, /^\/v1\/url$/, "u"],
  [/^(?:www\.)?slack-redir\.net$/, /^\/link$/, "url"],
  [/^(?:l|lm)\.(?:facebook|instagram|messenger|threads)\.(?:com|net)$/, /^/, "u"],
  [/^(?:www\.)?linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)\/?$/, "url"],
  [/^(?:www\.)?youtube\.com$/, /^\/redirect$/, "q"],
  [/^linkprotect\.cudasvc\.com$/, /^\/url$/, "a"],
  [/^deref-(?:gmx|web|mail)\.(?:net|de|com)$/, /^/, "redirectUrl"],
];
/** Redirects within redirects; a chain is longer only by intention. */
const MAX_STEPS = 5;
const MAX_LINK_LENGTH = 10_000;

/** The address that a link was written with, in front of which its program put a service. */
export function unwrappedLink(href: string): string {
  let link = href;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = link.length > MAX_LINK_LENGTH ? null : targetIn(link.trim());
    if (next === null || !/^(?:https?:\/\/|mailto:)/i.test(next) || !isLink(next)) return link;
    link = next;
  }
  return link;
}

function isLink(address: string): boolean {
  return address.includes("{{") || linkTarget(address) !== null;
}

function targetIn(href: string): string | null {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  const isProofpoint = /^urldefense(?:\.proofpoint)?\.(?:com|us)$/.test(url.hostname);
  if (isProofpoint && url.pathname === "/v2/url") return readDashes(url.searchParams.get("u"));
  if (isProofpoint && url.pathname.startsWith("/v3/")) return readStars(href);
  for (const [host, path, parameters] of REDIRECTS) {
    if (!host.test(url.hostname) || !path.test(url.pathname)) continue;
    for (const name of parameters.split(" ")) {
      const target = url.searchParams.get(name);
      if (target) return target;
    }
  }
  return null;
}

/** Proofpoint's second form: `https-3A__example.com_a`. */
function readDashes(written: string | null): string | null {
  if (written === null) return null;
  try {
    return decodeURIComponent(written.replaceAll("-", "%").replaceAll("_", "/"));
  } catch {
    return null;
  }
}

const RUN_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Proofpoint's third form: `/v3/__https://example.com/a*b__;Iw!!…`, in which each `*` is a
 * character of the list behind `;`, and `**A` is two of them, `**B` three.
 */
function readStars(href: string): string | null {
  const begin = href.indexOf("/v3/__");
  const end = href.lastIndexOf("__;");
  if (begin < 0 || end < begin + 6) return null;
  const listed = href.slice(end + 3).split("!", 1)[0] ?? "";
  const signs = [...decodedSigns(listed)];
  const written = href.slice(begin + 6, end).replace(/^(https?:\/)(?!\/)/i, "$1/");
  let at = 0;
  const address = written.replace(/\*\*([\w-])|\*/g, (_, run?: string) => {
    const count = run === undefined ? 1 : RUN_SIGNS.indexOf(run) + 2;
    at += count;
    return signs.slice(at - count, at).join("");
  });
  return at === signs.length ? address : null;
}

function decodedSigns(base64: string): string {
  try {
    const bytes = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return "";
  }
}

const BLOCKS =
  "p, div, ul, ol, li, table, td, th, blockquote, pre, h1, h2, h3, h4, h5, h6, section";

/**
 * Moves a link around blocks (a button made of a table) to the text within them, where a body can
 * have it.
 */
export function linkTexts(body: HTMLElement): void {
  for (const link of body.querySelectorAll("a[href]")) {
    if (link.querySelector(BLOCKS) === null) continue;
    const walker = body.ownerDocument.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
    for (const text of texts) {
      if (text.data.trim() === "") continue;
      const own = body.ownerDocument.createElement("a");
      own.setAttribute("href", link.getAttribute("href") ?? "");
      text.replaceWith(own);
      own.append(text);
    }
    unwrap(link);
  }
}

/** Takes services out of links, also out of a text that shows a link's address. */
export function unwrapLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    const target = unwrappedLink(href);
    if (target === href) continue;
    if (link.textContent?.trim() === href.trim()) link.textContent = target;
    link.setAttribute("href", target);
  }
}
