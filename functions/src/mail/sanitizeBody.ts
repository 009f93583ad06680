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
/** The longest `style` attribute that we read; reading one takes more than its length. */
const MAX_STYLE_LENGTH = 1_000;

const LENGTH = [/^\d{1,3}(\.\d{1,3})?(px|pt|em|rem|%)$/, /^0$/];

/** Whether a decoration strikes its text. */
const STRUCK = /^(?:[a-z]+ )*line-through(?: [a-z]+)*$/i;

const isListType = (value: string) => Object.hasOwn(LIST_TYPES, value);
const isListStart = (value: string) => LIST_START.test(value);
const isNumberUpTo = (most: number) => (value: string) =>
  /^[1-9]\d{0,3}$/.test(value) && Number(value) <= most;

/** The values of attributes that we read. A table laid out over a billion columns takes all memory. */
const READ_VALUES = new Map<string, (value: string) => boolean>([
  ["style", (value) => value.length <= MAX_STYLE_LENGTH],
  ["dir", (value) => /^(ltr|rtl|auto)$/i.test(value)],
  ["type", isListType],
  [ITEM_TYPE, isListType],
  ["start", isListStart],
  [ITEM_START, isListStart],
  ["colspan", isNumberUpTo(20)],
  ["rowspan", isNumberUpTo(20)],
  ["width", isNumberUpTo(MAX_PICTURE_WIDTH)],
]);

/** The attributes of any tag that can be read, before anything reads them. */
function readAttributes(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const read = Object.entries(attribs).filter(([name, value]) =>
    (READ_VALUES.get(name) ?? (() => true))(value),
  );
  return Object.fromEntries(
    read.map(([name, value]) => [name, name === "dir" ? value.toLowerCase() : value]),
  );
}

/** A tag of the editor that means the same, if there is one. */
const readTag: sanitizeHtml.Transformer = (given, attributes) => {
  const attribs = readAttributes(attributes);
  const { style = "" } = attribs;
  const tagName = Object.hasOwn(RENAMED_TAGS, given) ? (RENAMED_TAGS[given] ?? given) : given;
  switch (given) {
    case "b":
      // Google Docs wraps copied content in a `<b>` that isn't bold.
      return {
        tagName: /font-weight:\s*(normal|[1-4]00)/i.test(style) ? "span" : "strong",
        attribs,
      };
    case "span":
    case "font": {
      const isStruck = /text-decoration(?:-line)?:[^;]*line-through/i.test(style);
      return { tagName: isStruck ? "s" : tagName, attribs };
    }
    case "center":
      return { tagName, attribs: { ...attribs, style: `text-align:center;${style}` } };
    case "dd":
      return { tagName, attribs: { ...attribs, style: `margin-left:${MAIL_INDENT}em;${style}` } };
    default:
      return { tagName, attribs };
  }
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_TAGS],
  nonTextTags: [
    ...["head", "iframe", "noembed", "noframes", "noscript", "option", "script", "style"],
    ...["template", "textarea", "title", "xmp"],
  ],
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
  // For all tags, so that nothing reads an attribute before `readAttributes`.
  transformTags: { "*": readTag },
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

/** The tags that count toward `MAX_DEPTH`. `b` becomes `strong`. */
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
