import { MAIL_INDENT } from "@sendwright/core/body/mailStyles";
import { addStyle, type Root, tagsOf } from "./dom.ts";

/** Turns Quill's classes for alignment, indent and direction into styles, and drops every class. */
export function styleClasses(root: Root): void {
  for (const tag of tagsOf(root)) {
    const names = tag.attribs.class ?? "";
    const align = /\bql-align-(center|right|justify)\b/.exec(names)?.[1];
    const indent = Number(/\bql-indent-([1-8])\b/.exec(names)?.[1] ?? 0);
    if (align !== undefined) addStyle(tag, `text-align:${align}`);
    if (indent > 0) addStyle(tag, `margin-left:${indent * MAIL_INDENT}em`);
    if (/\bql-direction-rtl\b/.test(names)) tag.attribs.dir = "rtl";
    delete tag.attribs.class;
    // Outlook supports a paragraph's margin, but not its padding.
    if (tag.attribs.style !== undefined)
      tag.attribs.style = tag.attribs.style.replace(/\bpadding-(left|right):/g, "margin-$1:");
  }
}
