import { isAddressMadeOf, nameAtEnd, nameText, readsLikeName } from "./likeName.ts";
import { personNames } from "./peopleNames.ts";
import { asksForName } from "./personName.ts";

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
  /^.*\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?\s?(?:(?:[ap]\.?\s?m\.?|uhr)(?!\p{L}))?\s?(?:(?:schrieb|hat|a écrit)(?!\p{L}))?[\])]?[\s,:–-]*/iu;
/** A label that says that an address follows, also in a contact's file. */
const LABEL =
  /(?:^|[\s,;.|·•(–—-])(?:e-?mail(?: address)?|mail|e|m|to|cc|bcc|from|reply-to|an|von|kopie|à|de|para|contact|kontakt|home|work|private|privat|other|email[;\w=,-]*|item\d\.email[;\w=,-]*)\s*[:：=]\s*$/iu;
const SAYS_NAME =
  /^(?:fn|name|full name|display name|contact|kontakt|nom|nombre)(?:;[^:]*)?\s*[:：]\s*(.+)$/iu;
const END_OF_CONTACT = /^\s*(?:end:vcard|begin:vcard|[-_=*]{3,})\s*$/i;
/** Words between a sentence and the name at its end: "please write to", "and". */
const LEAD =
  /^.*(?:^|\s)(?:please|bitte|send|write|mail|email|e-mail|to|an|it|is|are|ist|sind|here|add|also|address|adresse|contact|at|bei|from|with|forward|ask|hi|hello|hallo|dear)\s+/iu;
const CONNECTORS = /^(?:(?:and|und|et|y|e|or|oder|ou|sowie|plus|cc|bcc|&|\+)\s+)+/iu;
/** "Ann Good is", "Ann Good has". */
const VERB = /\s+(?:is|has|uses|ist|hat|est|es|è)$/iu;
const CELLS = /\t|[;|•·]| [–—-] |,\s/;

/** An address and the text around it. */
interface AddressPlace {
  address: string;
  around: PastedAddress["around"];
  /** The text of its line, up to the addresses beside it. */
  before: string;
  after: string;
  /** Whether its line has no other. */
  isOnly: boolean;
  /** The lines above. */
  above: readonly string[];
  arePairs: boolean;
}

/**
 * Whether a text is pairs: above each address, which is alone in its line, one name. In any other
 * text, such as a list of people, a name that is alone in its line has no address.
 */
export function areNamesAbove(lines: readonly PastedLine[]): boolean {
  let names = 0;
  for (const line of lines) {
    const [mention, other] = line.mentions;
    if (mention === undefined) {
      if (isName(line.text)) names += 1;
      continue;
    }
    const before = line.text.slice(0, mention.start).slice(-REACH);
    const isAlone = !other && !line.isRow && isBare(before) && isLast(line.text.slice(mention.end));
    if (!isAlone || names !== 1) return false;
    names = 0;
  }
  return names === 0;
}

/** The name in a line without an address; "" if it has none. */
export function nameOfLine(text: string): string {
  return nameText(SAYS_NAME.exec(text)?.[1] ?? text);
}

/** Whether a line without an address is a name. */
export function isName(text: string): boolean {
  return SAYS_NAME.test(text) || readsLikeName(nameText(text));
}

/**
 * The name of the person whose address this is, from the text copied with it; "" if nothing says it
 * clearly: no name is better than another person's.
 */
export function nameBeside(
  lines: readonly PastedLine[],
  at: number,
  index: number,
  address: string,
  arePairs: boolean,
): string {
  const line = lines[at];
  const mention = line?.mentions[index];
  if (line === undefined || mention === undefined) return "";
  if (line.isRow) return nameInCells(line, mention, address);
  const { text, mentions } = line;
  const { start, end, around } = mention;
  const from = Math.max(mentions[index - 1]?.end ?? 0, start - REACH);
  const to = Math.min(mentions[index + 1]?.start ?? text.length, end + REACH);
  const place: AddressPlace = {
    address,
    around,
    before: text.slice(from, start),
    after: text.slice(end, to),
    isOnly: mentions.length === 1,
    above: linesAbove(lines, at),
    arePairs,
  };
  if (around === "angle") return displayName(place.before, address) || nameAboveAngle(place);
  const beside = nameInFront(place) || nameBehind(place);
  if (beside !== "") return beside;
  return isFirst(place) && isLast(place.after) ? nameAbove(place) : (confirmedAbove(place) ?? "");
}

/** Whether the line has nothing but a label before its only address. */
function isFirst({ before, isOnly }: AddressPlace): boolean {
  return isOnly && isBare(before);
}

function isBare(before: string): boolean {
  return before.replace(LABEL, "").trim() === "";
}

function isLast(after: string): boolean {
  return /^[\s.,;:!?)\]>]*$/.test(after);
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
    .replace(/^.*[;|，；،؛]/s, "")
    .replace(/^.*[:：]\s/s, "")
    .replace(/^[\s,]+|[\s,]+$/g, "");
  const name = unquoted(lastPerson(text, address).replace(CONNECTORS, "").trim());
  const hasLead = LEAD.test(`${name} `);
  if (stamped === before && !hasLead) return name;
  return nameAtEnd(name) || (hasLead ? "" : name);
}

/** The last piece between commas, or the last two if they are `Good, Ann`. */
function lastPerson(text: string, address: string): string {
  const parts = text.split(/\s*,\s*/);
  const [last = "", first] = parts.slice(-2);
  if (first === undefined) return last;
  const isLastFirst = !last.includes(" ") || isAddressMadeOf(`${first} ${last}`, address);
  return isLastFirst ? `${last}, ${first}` : first;
}

/** `Ann Good – ann@example.org`, `Ann Good (ann@example.org)`, `Hi, this is Ann Good, agood@…`. */
function nameInFront(place: AddressPlace): string {
  const { before, address, around } = place;
  if (!LETTER.test(before)) return "";
  const stamped = withoutStamp(before);
  const unlabeled = stamped.replace(LABEL, "");
  const hasSeparator = /[,;:：]\s*$/.test(unlabeled) || unlabeled !== stamped;
  const whole = nameText(unlabeled.replace(CONNECTORS, "").replace(/[\s,;:：|]+$/, ""));
  const isAll = stamped === before && (around === "round" || isLast(place.after));
  if (isAll && readsLikeName(whole, hasSeparator ? 2 : 1, address)) return whole;
  const pieces = unlabeled.split(CELLS).map(nameText).toReversed();
  const own = confirmedIn([...pieces, nameAtEnd(whole.replace(VERB, ""))], address);
  if (own !== undefined) return own;
  const end = nameAtEnd(whole);
  return around === "round" && readsLikeName(end, 2) ? end : "";
}

/** `ann@example.org (Ann Good)`, `ann@example.org – Ann Good`. */
function nameBehind(place: AddressPlace): string {
  const { after, address } = place;
  if (!LETTER.test(after)) return "";
  const inside = nameText(/^\s*[([]([^()[\]]{1,100})[)\]]/.exec(after)?.[1] ?? "");
  if (readsLikeName(inside, 1, address)) return inside;
  const [first = ""] = after.replace(/^[\s,;|–—-]+/, "").split(CELLS);
  const name = nameText(first);
  if (!readsLikeName(name, 1, address)) return "";
  if (isAddressMadeOf(name, address)) return name;
  const isApart = /^\s+(?:[–—-]\s)?\S/.test(after);
  return isApart && isFirst(place) && readsLikeName(name, 2) ? name : "";
}

/** The name above `<ann@example.org>`, where mail programs write the address below a name. */
function nameAboveAngle(place: AddressPlace): string {
  const { before, isOnly, above, arePairs } = place;
  if (!isOnly || before.trim() !== "") return "";
  const nearest = nameText(above[0] ?? "");
  return arePairs && saidName(above) === undefined && readsLikeName(nearest)
    ? nearest
    : nameAbove(place);
}

/** The name above an address that is alone in its line: that of a contact or a signature. */
function nameAbove(place: AddressPlace): string {
  const { above, before, arePairs } = place;
  const said = arePairs || LABEL.test(before) ? saidName(above) : undefined;
  return said ?? confirmedAbove(place) ?? (arePairs ? onlyName(above) : "");
}

function saidName(above: readonly string[]): string | undefined {
  return above.flatMap((text) => SAYS_NAME.exec(text)?.slice(1) ?? []).map(nameText)[0];
}

/** A name above that the address itself confirms: in a list, with more than one of its words. */
function confirmedAbove({ above, address, arePairs }: AddressPlace): string | undefined {
  const names = above.map(nameText);
  const isWhole = (name: string) =>
    name.includes(" ") && !name.split(" ").some((word) => isAddressMadeOf(word, address));
  return confirmedIn(arePairs ? names : names.filter(isWhole), address);
}

function confirmedIn(texts: readonly string[], address: string): string | undefined {
  return texts.find((text) => isAddressMadeOf(text, address) && readsLikeName(text, 1, address));
}

/** The only name in a block. Of two that could be one, the other may be a job or a company. */
function onlyName(above: readonly string[]): string {
  const [only = "", ...others] = above.map(nameText).filter((name) => readsLikeName(name));
  return others.length === 0 && readsLikeName(only, 2) && areOnlyNotes(above, only) ? only : "";
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
  const { headers } = line;
  const cells = line.text.split("\t");
  const own = line.text.slice(0, mention.start).split("\t").length - 1;
  const others = cells.map((cell, column) => (column === own ? "" : cell));
  if (mention.around === "angle") {
    const from = line.mentions[line.mentions.indexOf(mention) - 1]?.end ?? 0;
    const before = line.text.slice(from, mention.start).split("\t").at(-1) ?? "";
    const name = displayName(before, "");
    if (name !== "") return name;
  }
  if (headers?.some(asksForName) && line.mentions.length === 1)
    return personNames(headers)(headers.map((_, column) => (others[column] ?? "").trim()));
  const names = others.map((cell, column) =>
    headers && !asksForName(headers[column] ?? "") ? "" : nameText(cell),
  );
  const [left = "", right = ""] = [names[own - 1], names[own + 1]];
  const pair = firstAndLast(names[own - 2] ?? "", left);
  const found = confirmedIn([left, right, pair, ...names], address);
  if (found === left && isAddressMadeOf(pair, address)) return pair;
  if (found !== undefined || headers) return found ?? "";
  const isPair = cells.filter((cell) => cell.trim() !== "").length === 2;
  if (readsLikeName(left, isPair ? 1 : 2, address)) return left;
  return isPair && readsLikeName(right, 1, address) ? right : "";
}

/** A first and a last name, each in a cell, as one; "" if they are something else. */
function firstAndLast(first: string, last: string): string {
  return [first, last].every((word) => /^\S+$/.test(word)) ? `${first} ${last}` : "";
}

/** A text without the quotation marks of one kind around it. */
export function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/s, "$2");
}
