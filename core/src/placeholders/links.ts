import { type LinkPart, linkAddress, linkTarget } from "../body/linkAddress.ts";
import {
  type Condition,
  type ConditionProblem,
  conditionOf,
  type LiveToken,
  liveTokens,
  problemOf,
} from "./conditions.ts";
import type { Attribute, HtmlTag } from "./htmlText.ts";
import { decodeHtml } from "./htmlText.ts";
import { type PlaceholderToken, tokenize } from "./tokenize.ts";

/** The parts of a link's address, in order; `open` and `close` always come in pairs. */
export type AddressPiece =
  | { kind: "text"; text: string }
  | { kind: "value"; token: PlaceholderToken }
  | { kind: "open"; condition: Condition }
  | { kind: "close" };

/** The `href` of a link with braces in it, and the tokens inside it. */
export interface DynamicLink {
  href: Attribute;
  tokens: LiveToken[];
}

/** A link that leads nowhere with a row's values. */
export interface BadLink {
  /** The placeholders that decide where it leads. */
  names: string[];
  /** All its placeholders, those of conditions around it too. */
  needs: string[];
}

/** The facts about one email that a link needs. */
interface LinkRow {
  /** Whether the part that a condition begins stays. */
  meets(condition: Condition): boolean;
  /** A placeholder's value or fallback; null for a gap. */
  shown(token: PlaceholderToken): string | null;
}

/** The address of each link in a source. */
export function hrefsOf(tags: readonly HtmlTag[]): Attribute[] {
  const links = tags.filter(({ kind, name }) => kind === "open" && name === "a");
  // A browser reads the first of two.
  return links.flatMap(({ attributes }) => attributes.find(({ name }) => name === "href") ?? []);
}

/** The live tokens of a source in order, grouped by link address; a link may have none. */
export function withLinks(
  source: string,
  tags: readonly HtmlTag[],
  live: readonly LiveToken[],
): (LiveToken | DynamicLink)[] {
  const found: (LiveToken | DynamicLink)[] = [];
  let next = 0;
  const tokensUpTo = (end: number): LiveToken[] => {
    const from = next;
    while ((live[next]?.start ?? end) < end) next++;
    return live.slice(from, next);
  };
  for (const href of hrefsOf(tags)) {
    if (!source.slice(href.from, href.to).includes("{{")) continue;
    for (const token of tokensUpTo(href.from)) found.push(token);
    found.push({ href, tokens: tokensUpTo(href.to) });
  }
  return found.concat(live.slice(next));
}

/**
 * The parts of a link's address. `read` turns the text between its placeholders into plain text.
 */
export function piecesOf(
  source: string,
  { href, tokens }: { href: Pick<Attribute, "from" | "to">; tokens: readonly LiveToken[] },
  read = decodeHtml,
): AddressPiece[] {
  const pieces: AddressPiece[] = [];
  let done = href.from;
  const textUpTo = (end: number) => {
    if (end > done) pieces.push({ kind: "text", text: read(source.slice(done, end)) });
  };
  for (const token of tokens) {
    textUpTo(token.start);
    done = token.end;
    if (token.kind === "placeholder") pieces.push({ kind: "value", token });
    else if (token.kind === "close") pieces.push({ kind: "close" });
    else pieces.push({ kind: "open", condition: conditionOf(token) });
  }
  textUpTo(href.to);
  return pieces;
}

/** All placeholders that an address names, in conditions too. */
export function namesIn(pieces: readonly AddressPiece[]): string[] {
  const names = pieces.flatMap((piece) =>
    piece.kind === "value" ? piece.token.name : piece.kind === "open" ? piece.condition.name : [],
  );
  return [...new Set(names)];
}

type NamedPart = LinkPart & { name: string | null };

const WEB_PAGE = /^https?:/i;

/**
 * Whether a link leads somewhere with any values: its own text has the page up to the query, in
 * which a value may be anything.
 */
export function leadsWithAny([first]: readonly AddressPiece[]): boolean {
  if (first?.kind !== "text" || !first.text.includes("?")) return false;
  return WEB_PAGE.test(first.text) && linkTarget(first.text) !== null;
}

/**
 * Where a link leads in one email. If nowhere, `address` is null and `names` are the placeholders
 * that decide it. `isSure`: the link leads somewhere with any values, and no one needs its address.
 */
export function addressIn(
  pieces: readonly AddressPiece[],
  row: LinkRow,
  isSure = false,
): { address: string | null; names: string[] } {
  const parts: NamedPart[] = [];
  const holes: string[] = [];
  let left = 0;
  for (const piece of pieces) {
    if (left > 0) {
      if (piece.kind === "open") left++;
      if (piece.kind === "close") left--;
    } else if (piece.kind === "open") {
      if (!row.meets(piece.condition)) left = 1;
    } else if (piece.kind === "text") {
      parts.push({ text: piece.text, isValue: false, name: null });
    } else if (piece.kind === "value") {
      const { name } = piece.token;
      const text = row.shown(piece.token);
      if (text === null) holes.push(name);
      parts.push({ text: text ?? "", isValue: true, name });
    }
  }
  if (holes.length > 0) return { address: null, names: [...new Set(holes)] };
  if (isSure) return { address: "", names: [] };
  const address = linkAddress(parts);
  if (address !== null) return { address, names: [] };
  const names = [namesInParts(decisive(parts)), namesInParts(parts)].find(
    (found) => found.length > 0,
  );
  return { address, names: names ?? namesIn(pieces) };
}

function namesInParts(parts: readonly NamedPart[]): string[] {
  return [...new Set(parts.flatMap(({ name }) => name ?? []))];
}

/** The parts before the path; those after it can't break an address. */
function decisive(parts: readonly NamedPart[]): NamedPart[] {
  const end = parts.findIndex(({ text, isValue }, index) => {
    const own = isValue ? "" : text;
    return /[/?#]/.test(index > 0 ? own : own.replace(/^\s*(?:https?:)?\/\//i, ""));
  });
  return end < 0 ? [...parts] : parts.slice(0, end);
}

/**
 * Values to try: an address in the template's own words can lead somewhere if it does with one of
 * these.
 */
const POSSIBLE = [
  "example.org",
  "https://example.org",
  "https://example.org/",
  "ada@example.org",
  "1234",
  "https",
];
const NOWHERE =
  "is not a web address, an email address or a phone number, so the link will not work";

/**
 * Whether an address as a person types it, placeholders included, leads nowhere with any values.
 */
export function leadsNowhere(address: string): boolean {
  const tokens = liveTokens(tokenize(address, "text")).live;
  const pieces = piecesOf(
    address,
    { href: { from: 0, to: address.length }, tokens },
    (text) => text,
  );
  return address.trim() !== "" && addressProblem(pieces) === NOWHERE;
}

/** Problems with the links of a body in the template's own words. */
export function linkProblems(
  source: string,
  tags: readonly HtmlTag[],
  live: readonly LiveToken[],
): ConditionProblem[] {
  const dynamic = new Map(
    withLinks(source, tags, live).flatMap((one) => ("href" in one ? [[one.href.from, one]] : [])),
  );
  // A body may have thousands of links, but rarely many different ones.
  const known = new Map<string, string | null>();
  return hrefsOf(tags).flatMap((href) => {
    const link = dynamic.get(href.from) ?? { href, tokens: [] };
    const written = source.slice(href.from, href.to);
    const text = decodeHtml(written).trim();
    if (text === "") return [];
    const address = `${link.tokens.map(({ start }) => start - href.from)} ${written}`;
    const before = known.get(address);
    const problem = before === undefined ? addressProblem(piecesOf(source, link)) : before;
    known.set(address, problem);
    return problem === null ? [] : problemOf({ text, start: href.start }, problem);
  });
}

function addressProblem(pieces: readonly AddressPiece[]): string | null {
  const hasValue = pieces.some(({ kind }) => kind === "value");
  const leadsSomewhere = POSSIBLE.slice(0, hasValue ? undefined : 1).some(
    (value) =>
      addressIn(pieces, { meets: ({ keptWhen }) => keptWhen, shown: () => value }).address !== null,
  );
  const names = pieces.flatMap((piece) => (piece.kind === "text" ? [] : piece.kind));
  // With several placeholders, or a condition, it depends on a row's values.
  if (!leadsSomewhere) return names.length > 1 ? null : NOWHERE;
  const own = pieces.map((piece) => (piece.kind === "text" ? piece.text : "x")).join("");
  const isPage = !/^\s*(?:mailto|tel):/i.test(own);
  return isPage && /\s/.test(own.trim()) ? "has a space in it, which the link writes as %20" : null;
}
