import { linkTarget } from "@sendwright/core/body/links";
import { rename, unwrap } from "./styles.ts";

const KNOWN = "p, div, br, h1, h2, h3, strong, em, u, s, sub, sup, a, ol, ul, li, blockquote, pre";
const OTHER_NAMES: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  strike: "s",
  del: "s",
  ins: "u",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  section: "div",
  article: "div",
  header: "div",
  footer: "div",
  main: "div",
  address: "div",
  figure: "div",
  figcaption: "div",
  dl: "div",
  dt: "div",
  dd: "div",
};
const QUILL_CLASS = /^ql-(align-(center|right|justify)|indent-[1-8])$/;

/** Leaves only the elements that a body can have, with the attributes that they need. */
export function onlyKnown(body: HTMLElement): void {
  for (const element of body.querySelectorAll("*")) {
    const name = OTHER_NAMES[element.localName];
    const known = name === undefined ? element : rename(element, name);
    if (known.matches(KNOWN)) onlyNeeded(known);
    else unwrap(known);
  }
}

function onlyNeeded(element: Element): void {
  const href = element.localName === "a" ? linkOf(element.getAttribute("href") ?? "") : null;
  const list = element.localName === "li" ? element.getAttribute("data-list") : null;
  const classes = [...element.classList].filter((name) => QUILL_CLASS.test(name));
  for (const { name } of [...element.attributes]) element.removeAttribute(name);
  if (href !== null) element.setAttribute("href", href);
  if (list !== null) element.setAttribute("data-list", list);
  if (classes.length > 0) element.className = classes.join(" ");
  // An anchor without an address is a mark for links within its document.
  if (element.localName === "a" && href === null) unwrap(element);
}

/** Google's programs lead links through an address of Google's own. */
function linkOf(href: string): string | null {
  const redirect = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)?.[1];
  const target = redirect === undefined ? href : (new URLSearchParams(redirect).get("q") ?? href);
  return target.includes("{{") ? target : linkTarget(target);
}
