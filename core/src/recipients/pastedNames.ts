import { isMadeOf, nameAtEnd, nameText, readsLikeName } from "./likeName.ts";
import { asksForName, personNames } from "./personName.ts";

/** An address in a line, valid or not. */
export interface PastedAddress {
  /** The address as written, without brackets around it. */
  text: string;
  /** Its place in the line, with the brackets. */
  start: number;
  end: number;
  /** The brackets around it: `<…>`, `(…)` or `[…]`, or none. */
  around: "angle" | "round" | null;
}

/** A line of a pasted text, without its bullet. */
export interface PastedLine {
  text: string;
  mentions: readonly PastedAddress[];
  /** Whether it is a row of a sheet. */
  isRow: boolean;
  /** The headers of its sheet; null if it has none. */
  headers: readonly string[] | null;
}

/** Characters before an address that can be its name. */
const REACH = 120;
/** Lines above an address that can have its name. */
const LINES_ABOVE = 6;
/** Date, time and words of a chat or of a quoted email, before who wrote it. */
const STAMP =
  /^.*\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?\s?(?:[ap]\.?\s?m\.?|uhr)?\s?(?:schrieb|hat|a écrit)?[\])]?[\s,:–-]*/iu;
/** A label that says that an address follows, also in a contact's file. */
const LABEL =
  /(?:^|[\s,;.|·•(–—-])(?:e-?mail(?: address)?|mail|e|m|to|cc|bcc|from|reply-to|an|von|kopie|à|de|para|contact|kontakt|home|work|private|privat|other|email[;\w=,-]*|item\d\.email[;\w=,-]*)\s*[:：=]\s*$/iu;
const SAYS_NAME =
  /^(?:fn|name|full name|display name|contact|kontakt|nom|nombre|von|from)(?:;[^:]*)?\s*[:：]\s*(.+)$/iu;
const END_OF_CONTACT = /^\s*(?:end:vcard|begin:vcard|[-_=*]{3,})\s*$/i;
/** Words between a sentence and the name at its end: "please write to", "and". */
const LEAD =
  /^.*(?:^|\s)(?:please|bitte|send|write|mail|email|e-mail|to|an|it|is|are|ist|sind|here|add|also|address|adresse|contact|at|bei|from|with|forward|ask|hi|hello|hallo|dear)\s+/iu;
const CONNECTORS = /^(?:(?:and|und|et|y|e|or|oder|ou|sowie|plus|cc|bcc|&|\+)\s+)+/iu;
/** "Ann Good is", "Ann Good has". */
const VERB = /\s+(?:is|has|uses|ist|hat|est|es|è)$/iu;
const CELLS = /\t|[;|•·]| [–—-] |,\s/;

/**
 * The name of the person whose address this is, from the text copied with it; "" if nothing says it
 * clearly: no name is better than another person's.
 */
export function nameBeside(
  lines: readonly PastedLine[],
  at: number,
  index: number,
  address: string,
): string {
  const line = lines[at];
  const mention = line?.mentions[index];
  if (line === undefined || mention === undefined) return "";
  const from = line.mentions[index - 1]?.end ?? 0;
  const before = line.text.slice(Math.max(from, mention.start - REACH), mention.start);
  const to = line.mentions[index + 1]?.start ?? line.text.length;
  const after = line.text.slice(mention.end, Math.min(to, mention.end + REACH));
  if (line.isRow) return nameInCells(line, mention, address);
  const isOnly = line.mentions.length === 1;
  if (mention.around === "angle") {
    const own = displayName(before, address);
    return own !== "" || !isOnly || before.trim() !== ""
      ? own
      : nameAbove(lines, at, address, true);
  }
  const isFirst = isOnly && before.replace(LABEL, "").trim() === "";
  const isLast = after.replace(/[\s.,;:!?)\]>]+/g, "") === "";
  const inFront = LETTER.test(before)
    ? nameInFront(before, address, mention.around === "round", isLast)
    : "";
  if (inFront !== "") return inFront;
  const behind = LETTER.test(after) ? nameBehind(after, address, isFirst) : "";
  if (behind !== "") return behind;
  return isFirst && isLast ? nameAbove(lines, at, address, false) : nameAboveOf(lines, at, address);
}

const LETTER = /\p{L}/u;

function withoutStamp(before: string): string {
  return /\d[:.h]\d/.test(before) ? before.replace(STAMP, "") : before;
}

/** The name in `"Good, Ann" <`, `Good, Ann <` or `please write to Ann Good <`. */
function displayName(before: string, address: string): string {
  const quoted = /"((?:[^"\\]|\\.)*)"\s*$/s.exec(before)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gs, "$1");
  const stamped = withoutStamp(before);
  const text = stamped
    .replace(/^.*[;|，；]/s, "")
    .replace(/^.*[:：]\s/s, "")
    .replace(/^[\s,]+|[\s,]+$/g, "");
  const parts = text.split(/\s*,\s*/);
  const [last, first] = parts.slice(-2);
  const isLastFirst =
    last !== undefined &&
    first !== undefined &&
    (!last.includes(" ") || isMadeOf(`${first} ${last}`, address));
  const own = isLastFirst ? `${last}, ${first}` : (parts.at(-1) ?? "");
  const name = unquoted(own.replace(CONNECTORS, "").trim());
  if (stamped === before && !LEAD.test(`${name} `)) return name;
  return nameAtEnd(name) || (LEAD.test(`${name} `) ? "" : name);
}

/** `Ann Good – ann@example.org`, `Ann Good (ann@example.org)`, `Hi, this is Ann Good, agood@…`. */
function nameInFront(before: string, address: string, isRound: boolean, isLast: boolean): string {
  const stamped = withoutStamp(before);
  const isStamped = stamped !== before;
  const unlabeled = stamped.replace(LABEL, "");
  const hasSeparator = /[,;:：]\s*$/.test(unlabeled) || unlabeled !== stamped;
  const whole = nameText(unlabeled.replace(CONNECTORS, "").replace(/[\s,;:：|]+$/, ""));
  if (readsLikeName(whole, hasSeparator ? 2 : 1) && !isStamped && (isLast || isRound)) return whole;
  const cells = unlabeled.split(CELLS).map(nameText);
  const likely = [...cells.toReversed(), nameAtEnd(whole.replace(VERB, ""))].filter((one) =>
    readsLikeName(one),
  );
  const own = likely.find((one) => isMadeOf(one, address));
  if (own !== undefined) return own;
  const end = nameAtEnd(whole);
  return isRound && readsLikeName(end, 2) ? end : "";
}

/** `ann@example.org (Ann Good)`, `ann@example.org – Ann Good`. */
function nameBehind(after: string, address: string, isOnly: boolean): string {
  const inside = /^\s*[([]([^()[\]]{1,100})[)\]]/.exec(after)?.[1];
  if (inside !== undefined && readsLikeName(nameText(inside))) return nameText(inside);
  const [first = ""] = after.replace(/^[\s,;|–—-]+/, "").split(CELLS);
  const name = nameText(first);
  if (!readsLikeName(name)) return "";
  if (isMadeOf(name, address)) return name;
  return isOnly && /^\s+(?:[–—-]\s)?\S/.test(after) && readsLikeName(name, 2) ? name : "";
}

/**
 * The name above an address that is alone in its line: that of a contact or a signature. `isWritten`
 * says that it is written as `<ann@example.org>`, as mail programs do below a name.
 */
function nameAbove(
  lines: readonly PastedLine[],
  at: number,
  address: string,
  isWritten: boolean,
): string {
  const above = linesAbove(lines, at);
  const said = above.map((text) => SAYS_NAME.exec(text)?.[1]).find((name) => name !== undefined);
  if (said !== undefined) return nameText(said);
  const names = above.map(nameText).filter((name) => readsLikeName(name));
  const [nearest = ""] = above.map(nameText);
  if (isWritten && readsLikeName(nearest)) return nearest;
  const own = names.find((name) => isMadeOf(name, address));
  if (own !== undefined) return own;
  // Two that could be a name: one may be a job or a company.
  const [only = "", ...others] = names;
  return others.length === 0 && readsLikeName(only, 2) && areOnlyNotes(above, only) ? only : "";
}

/** A name above that the address itself confirms. */
function nameAboveOf(lines: readonly PastedLine[], at: number, address: string): string {
  return (
    linesAbove(lines, at)
      .map(nameText)
      .find((name) => readsLikeName(name) && isMadeOf(name, address)) ?? ""
  );
}

/** Whether the other lines of a contact are its numbers and their labels. */
function areOnlyNotes(lines: readonly string[], name: string): boolean {
  return lines.every(
    (text) => nameText(text) === name || /\d{3}/.test(text) || /^[\p{L}-]{1,12}:?$/u.test(text),
  );
}

/** The lines of the same block above, the nearest first, up to the address before. */
function linesAbove(lines: readonly PastedLine[], at: number): string[] {
  const above: string[] = [];
  for (let n = at - 1; n >= 0 && above.length < LINES_ABOVE; n -= 1) {
    const line = lines[n];
    const isEnd = line === undefined || line.mentions.length > 0 || END_OF_CONTACT.test(line.text);
    if (isEnd || line.text.trim() === "") break;
    above.push(line.text.slice(0, REACH).trim());
  }
  return above;
}

/** The name in the cells of a row of a sheet: below its header, or beside the address. */
function nameInCells(line: PastedLine, mention: PastedAddress, address: string): string {
  const cells = line.text.split("\t");
  const own = line.text.slice(0, mention.start).split("\t").length - 1;
  const beside = displayName(
    (cells[own] ?? "").split(mention.text)[0]?.replace(/<$/, "") ?? "",
    "",
  );
  if (mention.around === "angle" && beside !== "") return beside;
  const { headers } = line;
  if (headers?.some(asksForName) && line.mentions.length === 1) {
    const values = headers.map((_, column) => (column === own ? "" : (cells[column] ?? "").trim()));
    return personNames(headers)(values);
  }
  const names = cells.map((cell, column) =>
    column === own || (headers && !asksForName(headers[column] ?? "")) ? "" : nameText(cell),
  );
  const [left = "", right = ""] = [names[own - 1], names[own + 1]];
  // A first and a last name, each in a cell.
  const words = [names[own - 2] ?? "", left];
  const pair = words.every((word) => /^\S+$/.test(word)) ? words.join(" ") : "";
  const likely = [left, right, pair, ...names].filter((one) => readsLikeName(one));
  const found = likely.find((one) => isMadeOf(one, address));
  if (found !== undefined) return isMadeOf(pair, address) && found === left ? pair : found;
  if (headers) return "";
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  if (readsLikeName(left, filled === 2 ? 1 : 2)) return left;
  return filled === 2 && readsLikeName(right) ? right : "";
}

/** A text without the quotation marks of one kind around it. */
export function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/s, "$2");
}
