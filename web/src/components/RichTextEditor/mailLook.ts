import {
  EDITOR_CELL_STYLE,
  MAIL_BASE_STYLE,
  MAIL_INDENT,
  MAIL_STYLES,
} from "@sendwright/core/body/tags";

/** Where the editor has the mark of a numbered item. */
export const SHOWN_MARK = "data-mark";

const EDITOR = ".ql-editor";
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Tags that the editor names differently, or doesn't have. */
const ELSEWHERE = new Set(["ul", "ol", "li", "pre", "code", "th", "hr"]);
/** The width of one list level in ems, as in the email. */
const LIST_LEVEL = Number(/margin:0 0 0 ([\d.]+)em/.exec(MAIL_STYLES.ul ?? "")?.[1] ?? 2);

const rule = (selector: string, style = "") => `${EDITOR} ${selector}{${style}}`;

/**
 * The style sheet that makes the editor look like the email: the email's own styles, for the
 * editor's elements. Colors that a dark theme would hide are left to the theme.
 */
export const MAIL_LOOK = [
  `${EDITOR}{${MAIL_BASE_STYLE};color:var(--ink)}`,
  ...Object.entries(MAIL_STYLES).flatMap(([tag, style]) =>
    ELSEWHERE.has(tag) ? [] : rule(tag, style),
  ),
  rule(":is(p,h1,h2,h3)", "font-family:inherit;letter-spacing:normal;text-wrap:wrap"),
  rule(
    ".ql-code-block-container",
    `${MAIL_STYLES.pre ?? ""};background-color:var(--paper);color:var(--ink)`,
  ),
  rule("a", "color:var(--accent)"),
  rule(":is(th,[role=columnheader])", MAIL_STYLES.th),
  rule(":is(td,th)", EDITOR_CELL_STYLE),
  rule("ol", "margin:0;padding:0"),
  rule("li", `padding-left:${LIST_LEVEL}em`),
  // The selectors are those of Quill's own style sheet, so that the later rule wins.
  ...LEVELS.flatMap((level) => [
    rule(
      `.ql-indent-${level}:not(.ql-direction-rtl)`,
      `padding-left:0;margin-left:${MAIL_INDENT * level}em`,
    ),
    rule(
      `li.ql-indent-${level}:not(.ql-direction-rtl)`,
      `padding-left:${LIST_LEVEL * (level + 1)}em;margin-left:0`,
    ),
  ]),
  rule(`li[data-list=ordered]>.ql-ui[${SHOWN_MARK}]:before`, `content:attr(${SHOWN_MARK}) " "`),
  rule("li:is(.ql-align-center,.ql-align-right)>.ql-ui", "position:static"),
  rule(
    "li:is(.ql-align-center,.ql-align-right)>.ql-ui:before",
    "margin:0;width:auto;white-space:pre",
  ),
].join("\n");
