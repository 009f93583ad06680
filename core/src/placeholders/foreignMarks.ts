/** A name between marks that aren't ours, in a decoded text; offsets are positions in it. */
export interface ForeignMark {
  from: number;
  to: number;
  /** The text between the marks, decoded, and where it begins. */
  content: string;
  at: number;
  /** Whether the marks are braces, and so the name is as its writer meant it. */
  isBraced: boolean;
  /**
   * What the marks can mean: `placeholder` is nothing else, `name` is a placeholder if a name is in
   * it, `field` if that name is one that only lists have, and `known` only if the name is known. A
   * `quotation` is a field, or a known name exactly as it is written.
   */
  means: "placeholder" | "name" | "field" | "quotation" | "known";
}

/** A name in a text or, encoded, in an address. Longer ones are sentences. */
const NAME =
  "(?:[\\p{L}\\p{N}\\p{M} \\u00a0_.'’/&+-]|%20|%(?:C[3-9A-F]|[DE][0-9A-F])(?:%[89AB][0-9A-F]){1,2}){1,60}?";

/** The pairs of marks of other tools, those that begin with another one before it. */
const PAIRS: readonly (readonly [string, string, ForeignMark["means"]])[] = [
  ["*|", "|*", "placeholder"],
  ["<%=", "%>", "placeholder"],
  ["<?=", "?>", "placeholder"],
  ["<%", "%>", "known"],
  ["<<", ">>", "field"],
  ["<", ">", "known"],
  ["«", "»", "quotation"],
  ["‹", "›", "quotation"],
  ["《", "》", "quotation"],
  ["〈", "〉", "quotation"],
  ["[[", "]]", "known"],
  ["[%", "%]", "known"],
  ["[", "]", "known"],
  ["［", "］", "known"],
  ["【", "】", "known"],
  ["〔", "〕", "known"],
  ["((", "))", "known"],
  ["（（", "））", "known"],
  ["%%", "%%", "known"],
  ["%", "%", "known"],
  ["@@", "@@", "known"],
  ["##", "##", "known"],
  ["#", "#", "known"],
  ["$$", "$$", "known"],
  ["$", "$", "known"],
  ["||", "||", "known"],
  ["__", "__", "known"],
];

/** A pattern for a mark as it is. */
function literal(mark: string): string {
  return mark.replace(/[\^$\\.*+?()[\]{}|]/g, "\\$&");
}

/** A mark as it is, in HTML that was pasted as text, or encoded in an address. */
function anyForm(mark: string): string {
  return [...mark]
    .map((sign) => {
      const plain = literal(sign);
      // One percent sign is an encoded one only in an address of its own.
      if (sign === "%") return plain;
      const encoded = encodeURIComponent(sign);
      const forms = [plain];
      if (encoded !== sign) forms.push(encoded);
      if (sign === "<") forms.push("&lt;");
      if (sign === ">") forms.push("&gt;");
      return `(?:${forms.join("|")})`;
    })
    .join("");
}

/** Texts without any of these have no marks. Most have none, and `MARKED` takes long to compile. */
const MAY_BE_MARKED = new RegExp(
  [...PAIRS.map(([open]) => literal(open)), "%", "&lt;"].join("|"),
  "i",
);

const MARKED = new RegExp(
  PAIRS.map(
    ([open, close]) => `${anyForm(open)}[ \\u00a0]?[$=~!:*]?(${NAME})~?${anyForm(close)}`,
  ).join("|"),
  "giu",
);

/** Word's field, with or without its braces. */
const MERGE_FIELD =
  /(?:\{[\s\u00a0]{0,9})?\bMERGEFIELD[\s\u00a0]{1,9}(?:["“”]([^"“”\\{}]{1,100})["“”]|([\p{L}\p{N}_.-]{1,100}))(?:[\s\u00a0]{0,9}\\[*@#bfmv][\s\u00a0]{0,9}(?:["“”][^"“”{}]{0,60}["“”]|[\w.]{1,30})?){0,5}(?:[\s\u00a0]{0,9}\})?/gu;

const OPENING =
  "\\{|[｛﹛❴⦃]|\\\\\\{|\\\\(?:u00|x)7b|%(?:25){0,3}7B|%EF%BD%9B|=7B|&(?:amp;){0,2}(?:#0{0,4}123|#x0{0,4}7b|lcub|lbrace);";
const CLOSING =
  "\\}|[｝﹜❵⦄]|\\\\\\}|\\\\(?:u00|x)7d|%(?:25){0,3}7D|%EF%BD%9D|=7D|&(?:amp;){0,2}(?:#0{0,4}125|#x0{0,4}7d|rcub|rbrace);";
const BRACE = new RegExp(`(${OPENING})|${CLOSING}`, "gi");

/** One space between two braces, also one that no one sees. */
const GAP = /^[ \u00a0\u200b-\u200d\u2060\ufeff]?$/;

interface BraceRun {
  isOpening: boolean;
  from: number;
  to: number;
  count: number;
  /** Whether one of them isn't an ordinary brace, and whether there is a space between them. */
  isEncoded: boolean;
  isApart: boolean;
}

function* braceRuns(text: string): Generator<BraceRun> {
  let run = null as BraceRun | null;
  for (const { 0: brace, 1: opening, index } of text.matchAll(BRACE)) {
    const isOpening = opening !== undefined;
    const to = index + brace.length;
    const isEncoded = !/^[{}]$/.test(brace);
    const gap = run ? text.slice(run.to, Math.min(index, run.to + 2)) : "";
    if (run?.isOpening === isOpening && GAP.test(gap)) {
      run.count += 1;
      run.to = to;
      run.isEncoded ||= isEncoded;
      run.isApart ||= gap !== "";
      continue;
    }
    if (run) yield run;
    run = { isOpening, from: index, to, count: 1, isEncoded, isApart: false };
  }
  if (run) yield run;
}

/** A sign that other tools write before a brace, or beside the name within. */
const BEFORE_BRACE = /[$#%@!]/;
const BESIDE_NAME = /^[%$!=~:]+|[%~]+$/g;
const MAX_CONTENT_LENGTH = 200;

/** Names between braces that aren't two ordinary ones on either side. */
function* braced(text: string): Generator<ForeignMark> {
  let opening: BraceRun | null = null;
  for (const run of braceRuns(text)) {
    const open = opening;
    opening = run.isOpening ? run : null;
    if (open === null || run.isOpening || run.from - open.to > MAX_CONTENT_LENGTH) continue;
    const isEncoded = open.isEncoded || run.isEncoded;
    const isPlain = !(isEncoded || open.isApart || run.isApart);
    const isDouble = open.count > 1 && run.count > 1;
    if (isPlain && isDouble) continue;
    const isHalf = isPlain && open.count + run.count > 2;
    const content = decoded(text.slice(open.to, run.from));
    const isAfterSign = open.count === 1 && BEFORE_BRACE.test(text.charAt(open.from - 1));
    yield {
      from: isAfterSign ? open.from - 1 : open.from,
      to: run.to,
      content: isDouble ? content : content.trim().replace(BESIDE_NAME, ""),
      at: open.to,
      isBraced: true,
      means: isDouble && isEncoded ? "placeholder" : isHalf ? "name" : "known",
    };
  }
}

/** A text from an address, where letters are encoded; one with a stray `%` stays as it is. */
function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    const once = decodeURIComponent(text);
    return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once;
  } catch {
    return text;
  }
}

/**
 * The names in a decoded text that are written as other tools write placeholders, or as ours after
 * an encoding, in the order of their beginnings; they may overlap. Linear in the text: a name has a
 * limited length and contains no marks.
 */
export function foreignMarks(text: string): ForeignMark[] {
  const found = [...mergeFields(text), ...braced(text), ...between(text)];
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

function* mergeFields(text: string): Generator<ForeignMark> {
  for (const { 0: whole, 1: quoted, 2: bare = "", index } of text.matchAll(MERGE_FIELD)) {
    const content = quoted ?? bare.replace(/[.-]{1,9}$/, "");
    const to = index + whole.length;
    const at = index + whole.indexOf(content, whole.indexOf("MERGEFIELD") + "MERGEFIELD".length);
    yield { from: index, to, content, at, isBraced: false, means: "placeholder" };
  }
}

/** Marks that have a meaning of their own beside a space: quotation marks, signs, lines to fill in. */
const TOUCHING = new Set("« ‹ 《 〈 < %% % @@ ## # $$ $ || __".split(" "));

/** "20 %", "#one#two", "____": a sign or a line, and not the mark of a name. */
function isSign(mark: string, before: string, after: string): boolean {
  const sign = mark.charAt(0);
  const isInLine = before.endsWith(sign) || after.startsWith(sign);
  if (mark.length > 1) return isInLine;
  if (sign === "$" && /\p{L}$/u.test(before)) return true;
  return /\d[ \u00a0\u202f]?$/.test(before) || (sign === "#" && /^[\p{L}\p{N}]/u.test(after));
}

/** `[text](address)`, `[text][name]` and `[name]: address` are links. */
function isReference(before: string, after: string): boolean {
  return before.endsWith("]") || /^(?:[([]|: ?(?:http|www))/.test(after);
}

function* between(text: string): Generator<ForeignMark> {
  if (!MAY_BE_MARKED.test(text)) return;
  MARKED.lastIndex = 0;
  for (let match = MARKED.exec(text); match; match = MARKED.exec(text)) {
    const { 0: whole, index } = match;
    let found = 1;
    while (match[found] === undefined) found++;
    const [open = "", close = "", means = "known"] = PAIRS[found - 1] ?? [];
    const written = match[found] ?? "";
    const to = index + whole.length;
    // The end of one name may begin another.
    if (open === close) MARKED.lastIndex = to - close.length;
    const before = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(to, to + 6);
    if (
      TOUCHING.has(open) &&
      /^[\s\u00a0]|[\s\u00a0]$/.test(text.slice(index + open.length, to - close.length))
    )
      continue;
    if (open === close && isSign(open, before, after)) continue;
    if (open === "[" && isReference(before, after)) continue;
    const content = decoded(written).replaceAll("+", " ");
    yield { from: index, to, content, at: index + whole.indexOf(written), isBraced: false, means };
  }
}
