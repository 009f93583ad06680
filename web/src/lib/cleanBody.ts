import { ITEM_START, ITEM_TYPE } from "@sendwright/core/body/listNumbers";
import { BODY_TAGS, LAYOUT_CLASS, LIST_TYPES, RENAMED_TAGS } from "@sendwright/core/body/tags";
import { isPictureSource } from "@sendwright/core/files/pictures";
import { inertDocument } from "./inertDocument.ts";

const TAGS: ReadonlySet<string> = new Set(BODY_TAGS);
/** Elements whose text no one reads. */
const WITHOUT_TEXT = new Set(
  (
    "applet audio canvas embed frame frameset head iframe math noembed noframes noscript object option " +
    "script style svg template textarea title video xmp"
  ).split(" "),
);

/** A scheme that an email's link may have; or none before the link's path or a placeholder. */
const LINK = /^(?:(?:https?|mailto|tel):|[^:&\s]*$|[^:&\s]*[/?#{])/i;
const CLASS = /^ql-(?:direction-rtl|code-block(?:-container)?|syntax)$/;
const STYLE =
  /^(?:(?:text-align|direction|text-decoration(?:-line)?|(?:padding|margin)-(?:left|right)) ?: ?[\w .%-]+;? ?)*$/;
const NUMBER = /^\d{1,4}$/;
const isAnyText = () => true;
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const isListType = (value: string) => Object.hasOwn(LIST_TYPES, value);

/** The attributes that the editor and the server keep, by element, and which of their values. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  a: { href: matches(LINK) },
  img: { src: isPictureSource, alt: isAnyText, width: matches(NUMBER) },
  ol: { start: matches(NUMBER), type: isListType },
  li: { "data-list": matches(/^\w+$/), [ITEM_START]: matches(NUMBER), [ITEM_TYPE]: isListType },
  td: { colspan: matches(NUMBER), rowspan: matches(NUMBER) },
  th: { colspan: matches(NUMBER), rowspan: matches(NUMBER) },
};
const ON_ANY = {
  dir: matches(/^(?:ltr|rtl|auto)$/),
  style: matches(STYLE),
  class: (value: string) =>
    value.split(" ").every((name) => LAYOUT_CLASS.test(name) || CLASS.test(name)),
};

function isKept(tag: string, name: string, value: string): boolean {
  const kept = { ...ON_ANY, ...ATTRIBUTES[tag] };
  return Object.hasOwn(kept, name) && kept[name as keyof typeof kept](value);
}

/**
 * A body from outside without what editor and server wouldn't keep: scripts, handlers, frames,
 * styles, pictures of other sites. A body that the server has stored has none of it and comes back
 * as it is, to the letter.
 */
export function cleanBody(body: string): string {
  return isClean(body) ? body : cleaned(body);
}

const TAG = /<(?:\/([a-z][a-z0-9]*)|([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*) ?\/?)>/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;

/** Whether every `<` begins a tag that stays, written as the server writes it. */
function isClean(body: string): boolean {
  const rest = body.replace(TAG, (_tag, closed?: string, opened = "", attributes = "") => {
    const all = [...attributes.matchAll(ATTRIBUTE)];
    const isWhole = TAGS.has(closed ?? opened);
    return isWhole && all.every(([, name, value]) => isKept(opened, name, value)) ? "" : "<";
  });
  return !rest.includes("<");
}

/** Handlers don't run in the inert document, but the page's policy would report each. */
const HANDLER = /[\s"'/]on[a-z]+(?=\s*=)/gi;

function cleaned(body: string): string {
  const named = body.replace(/<[^<>]+>?/g, (tag) => tag.replace(HANDLER, " data-handler"));
  const { body: content } = inertDocument(named);
  for (const element of content.querySelectorAll("*")) cleanElement(element);
  const comments = document.createTreeWalker(content, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as ChildNode);
  for (const comment of found) comment.remove();
  return content.innerHTML;
}

function cleanElement(element: Element): void {
  const tag = element.localName;
  const kept = TAGS.has(tag) ? tag : RENAMED_TAGS[tag];
  if (WITHOUT_TEXT.has(tag) || isForeignPicture(element)) element.remove();
  else if (kept === undefined) element.replaceWith(...element.childNodes);
  else if (kept !== tag) {
    const renamed = element.ownerDocument.createElement(kept);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
  } else {
    for (const { name, value } of [...element.attributes])
      if (!isKept(tag, name, value)) element.removeAttribute(name);
  }
}

function isForeignPicture(element: Element): boolean {
  return element.localName === "img" && !isPictureSource(element.getAttribute("src") ?? "");
}
