import { ITEM_START, ITEM_TYPE, LIST_START } from "@sendwright/core/body/listNumbers";
import {
  BODY_TAGS,
  LAYOUT_CLASS,
  LIST_TYPES,
  MAIL_INDENT,
  RENAMED_TAGS,
} from "@sendwright/core/body/tags";
import { AppError } from "@sendwright/core/contract/appError";
import { MAX_PICTURE_WIDTH } from "@sendwright/core/contract/limits";
import { isPictureSource } from "@sendwright/core/files/pictures";
import sanitizeHtml from "sanitize-html";

/**
 * Levels of tags that stay in a body. People's lists, quotes and tables are far below it, and each
 * level costs time on every line.
 */
const MAX_DEPTH = 30;
/** Levels of all tags: pasted content has wrappers that don't stay. */
const MAX_DEPTH_OF_ALL = 100;
/** Characters of one `style` attribute that are read; longer ones are dropped unread. */
const MAX_STYLE_LENGTH = 1_000;

/** The maximum of these attributes; a table laid out over a billion columns takes all memory. */
const MAX_BY_ATTRIBUTE = { colspan: 20, rowspan: 20, width: MAX_PICTURE_WIDTH };

const LENGTH = [/^\d{1,3}(\.\d{1,3})?(px|pt|em|rem|%)$/, /^0$/];

/** Whether a decoration strikes its text. */
const STRUCK = /^(?:[a-z]+ )*line-through(?: [a-z]+)*$/i;

/** A tag that is only there for its style. */
const styledText: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName: /text-decoration(?:-line)?:[^;]*line-through/i.test(attribs.style ?? "") ? "s" : tagName,
  attribs,
});

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_TAGS],
  nonTextTags:
    "head iframe noembed noframes noscript option script style template textarea title xmp".split(
      " ",
    ),
  allowedAttributes: {
    a: ["href"],
    img: ["src", "alt", "width"],
    ol: ["start", "type"],
    li: ["data-list", ITEM_START, ITEM_TYPE],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
    "*": ["dir", "style"],
  },
  allowedClasses: {
    "*": [LAYOUT_CLASS, /^ql-(direction-rtl|code-block(-container)?|syntax)$/],
  },
  allowedStyles: {
    "*": {
      "text-align": [/^(left|right|center|justify|start|end)$/],
      direction: [/^(ltr|rtl)$/],
      "text-decoration": [STRUCK],
      "text-decoration-line": [STRUCK],
      "padding-left": LENGTH,
      "padding-right": LENGTH,
      "margin-left": LENGTH,
      "margin-right": LENGTH,
    },
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["cid"] },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isPictureSource(attribs.src ?? ""),
  transformTags: {
    // Google Docs wraps copied content in a `<b>` that isn't bold.
    b: (_, attribs) => ({
      tagName: /font-weight:\s*(normal|[1-4]00)/.test(attribs.style ?? "") ? "span" : "strong",
      attribs,
    }),
    ...RENAMED_TAGS,
    center: (_, attribs) => ({
      tagName: "div",
      attribs: { ...attribs, style: `text-align:center;${attribs.style ?? ""}` },
    }),
    dd: (_, attribs) => ({
      tagName: "div",
      attribs: { ...attribs, style: `margin-left:${MAIL_INDENT}em;${attribs.style ?? ""}` },
    }),
    span: styledText,
    font: styledText,
    "*": (tagName, attribs) => {
      if ((attribs.style ?? "").length > MAX_STYLE_LENGTH) delete attribs.style;
      if (!/^(ltr|rtl|auto)$/.test(attribs.dir ?? "")) delete attribs.dir;
      for (const name of ["type", ITEM_TYPE])
        if (!Object.hasOwn(LIST_TYPES, attribs[name] ?? "")) delete attribs[name];
      for (const name of ["start", ITEM_START])
        if (!LIST_START.test(attribs[name] ?? "")) delete attribs[name];
      for (const [name, most] of Object.entries(MAX_BY_ATTRIBUTE)) {
        if (!/^[1-9]\d{0,3}$/.test(attribs[name] ?? "") || Number(attribs[name]) > most)
          delete attribs[name];
      }
      return { tagName, attribs };
    },
  },
};

const SIGNATURE_OPTIONS: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: BODY_TAGS.filter((tag) => tag !== "img"),
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Rounds after which a body that still changes is refused; real ones are stable after the first,
 * tag soup after three.
 */
const MAX_ROUNDS = 10;

/**
 * Cleans a body's HTML from anywhere so that we can store and show it: only the editor's own
 * elements, and nothing that runs, loads or restyles. Of pictures only those that are files of the
 * email stay. Placeholders stay as they are, in links too. Doing it twice changes nothing: a
 * dropped tag can change how its neighbors nest, so it repeats until nothing changes. Throws
 * `invalid_input` if tags are nested too deeply to be read in a bounded time.
 */
export function sanitizeBody(html: string): string {
  return sanitizeWith(html, OPTIONS);
}

/**
 * As `sanitizeBody`, for a signature: it can't have pictures, because their files belong to a
 * template.
 */
export function sanitizeSignature(html: string): string {
  return sanitizeWith(html, SIGNATURE_OPTIONS);
}

function sanitizeWith(html: string, options: sanitizeHtml.IOptions): string {
  let before = html;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const after = sanitizeOnce(before, options);
    if (after === before) return after;
    before = after;
  }
  throw new AppError(
    "invalid_input",
    "We can't read the body's formatting. Paste it as plain text and format it again.",
  );
}

const STAYING = new Set(["b", ...BODY_TAGS, ...Object.keys(RENAMED_TAGS)]);

function sanitizeOnce(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  let depthOfAll = 0;
  const clean = sanitizeHtml(html, {
    ...options,
    onOpenTag: (name) => {
      depthOfAll += 1;
      if (STAYING.has(name)) depth += 1;
      if (depth > MAX_DEPTH || depthOfAll > MAX_DEPTH_OF_ALL) throw nestedTooDeeply();
    },
    onCloseTag: (name) => {
      depthOfAll -= 1;
      if (STAYING.has(name)) depth -= 1;
    },
  });
  return clean.replace(UNPRINTABLE, "").replace(/\p{Surrogate}/gu, "\ufffd");
}

function nestedTooDeeply(): AppError {
  return new AppError(
    "invalid_input",
    `The body's formatting is nested too deeply (more than ${MAX_DEPTH} levels). Paste it as plain text and format it again.`,
  );
}
