import { andMore } from "../pluralize.ts";
import { shortened } from "../shortened.ts";
import { nameText } from "./likeName.ts";
import { withPeopleOfLinks } from "./mailto.ts";
import {
  areNamesAbove,
  isName,
  nameBeside,
  nameOfLine,
  type PastedAddress,
  type PastedLine,
  unquoted,
} from "./pastedNames.ts";
import { addressKey, formatRecipient, type RecipientText, recipientText } from "./recipients.ts";

/** An @, or the sign that people write in its place. */
const AT = /[@＠﹫]|[([{]\s?(?:at|ät)\s?[)\]}]/gi;
const IN_LOCAL = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{}~.‘’‐-―\u200b-\u200d\u2060\ufeff-]/u;
const QUOTED_LOCAL = /"[^"\s<>]{1,64}"$/;
const SPACE = /[ \t\u00a0]/;
const IN_DOMAIN = '[^\\s,;:，；、،؛<>()"“”„|/?=@\\[\\]{}]';
const DOT = "\\s?[([{]\\s?(?:dot|punkt|point|punto)\\s?[)\\]}]\\s?";
const DOMAIN = new RegExp(
  `^([ \\t\\u00a0]?)(\\[(?:ipv6:)?[\\da-f:.]{1,45}\\]|(?:${IN_DOMAIN}|${DOT}){1,255})([,，;][a-z]{2,}(?![^\\s,;，；、،؛)>])(?!\\s*<))?`,
  "iu",
);
const DOTS = new RegExp(DOT, "gi");
/** A domain that can only be one, although there is a space before it. */
const CLEAR_DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}[.!?]?$/u;
/** Characters: no address with its brackets and no name is longer. */
const REACH = 320;
const QUOTED_NAME = /"(?:[^"\\\r\n]|\\.){0,300}"\s{0,9}(?=<)/g;
/** In `"ann@home"@example.org`, the first @ is part of the name before the second. */
const QUOTED_AT = /"[^"\s<>]{1,64}"(?=@)/g;
/** In a link, an @ is part of the link. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>]{0,2000}/gi;
/** `[ann@example.org](mailto:ann@example.org)`, `ann@example.org<mailto:ann@example.org>`. */
const MARKDOWN = /\[([^\][\r\n]{1,320})\]\(mailto:([^()\s]{1,320})\)/gi;
const MAILTO = /[<[]\s?mailto:([^<>[\]\s]{1,320})\s?[>\]]/gi;
const NESTED = /<\s?([^<>\s]{1,320})<([^<>\s]{1,320})>\s?>/g;
/** Marks of quoted mail, bullets, boxes and numbers at the start of a line. */
const BULLET =
  /^\s*(?:>[\s>]*)?(?:(?:[-–—*•◦▪▫‣·●○■□☐☑☒✓✔✅➔→»]+|[([]?\d{1,3}[.):\]]|[([]?\p{L}[.)\]])\s+)?(?:\[[ x]\]\s+)?/u;

/** How many left out lines a sentence names. */
const MOST_LINES = 10;

/**
 * The people in a text as people copy it: a list, a chat, the To line of a mail program, a
 * signature, contacts, a sheet. Each has the name that is clearly theirs, "" if none is. Words
 * without an @ aren't people; `address` is null for a mistyped address, whose text has the name,
 * too. Linear in the text.
 */
export function pastedPeople(text: string): RecipientText[] {
  return peopleIn(linesOf(text));
}

/**
 * The lines without an address, except names of people who have one. If most lines have none, as in
 * a letter, only those that are names.
 */
export function linesWithoutAddress(text: string): string[] {
  const lines = linesOf(text);
  const names = new Set(peopleIn(lines).map(({ name }) => name));
  const alone = lines.filter(
    ({ text, mentions, headers }, at) =>
      mentions.length === 0 &&
      /\p{L}/u.test(text) &&
      (headers === null || headers === lines[at - 1]?.headers),
  );
  const others = alone.filter((line) => !names.has(nameOfLine(line.text)));
  const isList = alone.length <= lines.filter(({ mentions }) => mentions.length > 0).length;
  return (isList ? others : others.filter((line) => isName(line.text))).map(({ text }) =>
    text.replace(/\s+/g, " ").trim(),
  );
}

/** Names the lines of a pasted text that have no address, in a sentence; none if all have one. */
export function leftOutLines(text: string): string[] {
  const lines = linesWithoutAddress(text).map((line) => `“${shortened(line)}”`);
  return lines.length === 0
    ? []
    : [`Left out: ${andMore(lines.slice(0, MOST_LINES), lines.length)}`];
}

function linesOf(text: string): PastedLine[] {
  const lines: PastedLine[] = [];
  for (const line of withoutGluedBullets(
    withPeopleOfLinks(text).split(/\r\n?|[\n\v\f\u2028\u2029]/),
  ))
    lines.push(lineOf(line, lines.at(-1)));
  return lines;
}

function peopleIn(lines: readonly PastedLine[]): RecipientText[] {
  const arePairs = areNamesAbove(lines);
  const pieces = lines.flatMap((line, at) =>
    line.mentions.map((mention, index) => {
      const cell = line.isRow ? brokenCell(line, mention) : null;
      if (cell !== null) return recipientText(cell);
      const plain = recipientText(mention.text);
      const name = nameText(nameBeside(lines, at, index, plain.address ?? mention.text, arePairs));
      return withName(mention.text, name);
    }),
  );
  // A person who is there twice has one name.
  const names = new Map<string, string>();
  for (const { address, name } of pieces) {
    if (address !== null && name !== "" && !names.has(addressKey(address)))
      names.set(addressKey(address), name);
  }
  return pieces.map((piece) =>
    piece.address === null || piece.name !== ""
      ? piece
      : withName(piece.text, names.get(addressKey(piece.address)) ?? ""),
  );
}

/** A bullet or number without a space behind it, as in `1.ann@example.org`. */
const GLUED = /^\s*(?:([-–—])(?![-–—])|(\*)(?!.*\*)|(\d{1,3})\.)(?=[^\s\d])/;

/** Fewer numbered lines than this may be addresses that begin with a number. */
const MIN_NUMBERED = 3;

/**
 * Lines without such bullets, if each line with an address has the same one, or they are numbered
 * from 1. `1.team@example.org` to `3.team@example.org` are addresses: without numbers, they would
 * be one.
 */
function withoutGluedBullets(lines: readonly string[]): readonly string[] {
  const listed = lines.filter((line) => line.includes("@"));
  const found = listed.map((line) => GLUED.exec(line));
  const bullets = new Set(found.map((match) => match?.[1] ?? match?.[2]));
  const localParts = new Set(listed.map((line) => line.replace(GLUED, "").split("@")[0]));
  const areNumbered =
    listed.length >= MIN_NUMBERED &&
    localParts.size === listed.length &&
    found.every((match, at) => Number(match?.[3]) === at + 1);
  const areBulleted = listed.length > 1 && bullets.size === 1 && !bullets.has(undefined);
  return areNumbered || areBulleted ? lines.map((line) => line.replace(GLUED, "")) : lines;
}

/**
 * A pasted text as a field of addresses takes it: a person in each line. The text as it is if it
 * has no address at all.
 */
export function pastedText(text: string): string {
  const pieces = pastedPeople(text);
  if (pieces.length === 0) return text;
  return pieces
    .map(({ address, name, text: written }) => {
      if (address !== null) return formatRecipient({ address, name });
      // In brackets, it stays one piece.
      return /[\s,;，；、،؛]/.test(written) && !written.endsWith(">") ? `<${written}>` : written;
    })
    .join("\n");
}

/**
 * The cell of a sheet in which a space breaks an address, as in `ann good@example.org`: its end
 * alone is someone else's address. Null if the word before the address is a name that it has.
 */
function brokenCell({ text }: PastedLine, { start, end, around }: PastedAddress): string | null {
  if (around !== null) return null;
  const before = text.slice(text.lastIndexOf("\t", start - 1) + 1, start).trim();
  const [after = ""] = text.slice(end).split("\t");
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(before) || after.trim() !== "") return null;
  const address = text.slice(start, end);
  return address.toLowerCase().startsWith(before.toLowerCase()) ? null : `${before} ${address}`;
}

function withName(text: string, name: string): RecipientText {
  if (name === "") return recipientText(text);
  const named = recipientText(formatRecipient({ address: text, name }));
  return named.address === null && recipientText(text).address !== null
    ? recipientText(text)
    : named;
}

/** A line without its bullet, with the addresses in it, and what the line before says of it. */
function lineOf(given: string, before: PastedLine | undefined): PastedLine {
  // An empty first cell has no bullet.
  const text = given
    .replace(given.includes("\t") ? /^/ : BULLET, "")
    .replace(MARKDOWN, "$1 <$2>")
    .replace(MAILTO, "<$1>")
    .replace(NESTED, "$1 <$2>")
    .trimEnd();
  const mentions = text.length < 3 ? [] : mentionsIn(text);
  const isRow = text.includes("\t");
  const isFirst = isRow && before?.isRow !== true;
  const own = isFirst && mentions.length === 0 ? text.split("\t").map((cell) => cell.trim()) : null;
  return {
    text,
    mentions,
    isRow,
    headers: isFirst ? own : isRow ? (before?.headers ?? null) : null,
  };
}

function mentionsIn(text: string): PastedAddress[] {
  const skipped = [QUOTED_NAME, QUOTED_AT, LINK]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ from: match.index, to: match.index + match[0].length }));
  const mentions: PastedAddress[] = [];
  let skip = 0;
  skipped.sort((a, b) => a.from - b.from);
  for (const { index, 0: sign } of text.matchAll(AT)) {
    const before = mentions.at(-1);
    if (index < (before?.end ?? 0)) continue;
    while ((skipped[skip]?.to ?? Infinity) <= index) skip += 1;
    if ((skipped[skip]?.from ?? Infinity) <= index) continue;
    const mention = mentionAt(text, index, sign, before?.end ?? 0);
    if (mention === null) continue;
    // `ann@example.org <ann@example.org>` is one person.
    const isSame =
      before !== undefined &&
      mention.around === "angle" &&
      /^['"\s]*$/.test(text.slice(before.end, mention.start)) &&
      addressKey(unquoted(before.text)) === addressKey(mention.text);
    if (isSame) mentions.pop();
    mentions.push(isSame ? { ...mention, start: before.start } : mention);
  }
  return mentions;
}

/** The address around a sign; null if it is none, such as the mention of a person in a chat. */
function mentionAt(text: string, index: number, sign: string, from: number): PastedAddress | null {
  const left = text.slice(Math.max(from, index - REACH), index);
  const after = index + sign.length;
  const right = text.slice(after, after + REACH);
  const open = left.lastIndexOf("<");
  const close = /^[^<>]*>/.exec(right)?.[0].length ?? 0;
  if (open > left.lastIndexOf(">") && close > 0) {
    const start = index - left.length + open;
    const end = after + close;
    return { text: text.slice(start + 1, end - 1).trim(), start, end, around: "angle" };
  }
  const spaceBefore = SPACE.test(text.charAt(index - 1)) ? text.charAt(index - 1) : "";
  const local = localBefore(text, index - spaceBefore.length, from);
  const [, spaceAfter = "", domain = "", typo = ""] = DOMAIN.exec(right) ?? [];
  const isClear = CLEAR_DOMAIN.test(domain.replace(DOTS, "."));
  const isPlain = sign.length === 1;
  // A space beside the sign is only a slip if a domain follows.
  const isNear = spaceBefore === "" && spaceAfter === "";
  if ((!isPlain || !isNear) && !(isClear && local !== "")) {
    return isPlain && spaceBefore === "" && local !== ""
      ? mention(text, index - local.length, after, local + sign)
      : null;
  }
  // “@mia” is a person in a chat.
  if (local === "" && !isClear) return null;
  const comma = domain.includes(".") ? "" : typo;
  const start = index - spaceBefore.length - local.length;
  const length = spaceAfter.length + domain.length + comma.length;
  return mention(text, start, after + length, text.slice(start, after + length));
}

/** The part of an address before its sign: at most 64 characters, not before `from`. */
function localBefore(text: string, end: number, from: number): string {
  const least = Math.max(from, end - 64);
  const quoted = text.charAt(end - 1) === '"' ? QUOTED_LOCAL.exec(text.slice(least, end)) : null;
  if (quoted) return quoted[0];
  let start = end;
  while (start > least && IN_LOCAL.test(text.charAt(start - 1))) start -= 1;
  const local = text.slice(start, end);
  // A slash between two addresses.
  return start === from && from > 0 ? local.replace(/^\/+/, "") : local;
}

/** A mention without the marks of a sentence around it, and with its brackets. */
function mention(text: string, start: number, end: number, written: string): PastedAddress {
  const address = written.replace(/[.!?…:]+$/, "");
  const before = /[([]\s?$/.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? "";
  const behind = /^\s?[)\]]/.exec(text.slice(end, end + 2))?.[0] ?? "";
  if (before === "" || behind === "") return { text: address, start, end, around: null };
  return {
    text: address,
    start: start - before.length,
    end: end + behind.length,
    around: "round",
  };
}
