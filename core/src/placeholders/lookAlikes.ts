import { type ConditionProblem, problemOf } from "./conditions.ts";
import { type ForeignMark, foreignMarks } from "./foreignMarks.ts";
import { newPlaceholder, type Placeholder, readForm, tidy } from "./grammar.ts";
import { escapeHtml, type Stretch, stretchOf } from "./htmlText.ts";
import { comparedName, likeness, looseName } from "./likeness.ts";
import { hrefsOf } from "./links.ts";
import { placeholderProblem, serializePlaceholder } from "./serialize.ts";
import {
  type Markup,
  sourceBegin,
  sourceEnd,
  type Token,
  tokenize,
  tokenizeWithTags,
} from "./tokenize.ts";

/** A part of a source that only looks like a placeholder (rule: look-alikes). */
export interface LookAlike extends ConditionProblem {
  /** As a person reads it. */
  text: string;
  /** The placeholder to write instead, as text: `{{Name}}`. */
  instead: string;
  /** Offsets in the source: of its end, and of its name. */
  end: number;
  letter: number;
  /** Whether it is our own form, encoded: it can mean nothing else. */
  isOurs: boolean;
}

/** So many names are compared with so many placeholders: more would take too long. */
const MAX_COMPARED = 200;
/** From this likeness on, two names have the same words. */
const SAME_WORDS = 0.8;

/**
 * The placeholders that a look-alike may mean: those of the email, then the columns of its list.
 */
export class KnownPlaceholders {
  readonly #own: ReadonlySet<Placeholder>;
  readonly #all: readonly Placeholder[];
  readonly #byName = new Map<string, Placeholder>();
  readonly #nearest = new Map<string, Placeholder | null>();

  constructor(own: readonly Placeholder[], columns: readonly Placeholder[] = []) {
    this.#own = new Set(own);
    this.#all = [...own, ...columns];
    for (const one of this.#all.toReversed()) this.#byName.set(bareName(one.name), one);
    for (const one of this.#all.toReversed()) this.#byName.set(one.name, one);
  }

  isColumn(placeholder: Placeholder): boolean {
    return !this.#own.has(placeholder);
  }

  /** The placeholder with this name, but for case, spaces, underscores and hyphens. */
  named(name: string): Placeholder | null {
    return this.#byName.get(name) ?? this.#byName.get(bareName(name)) ?? null;
  }

  /** As `named`, or the only one whose name has the same words. */
  nearest(name: string): Placeholder | null {
    const kept = this.#nearest.get(name);
    if (kept !== undefined) return kept;
    const found = this.named(name) ?? this.#likest(name);
    this.#nearest.set(name, found);
    return found;
  }

  #likest(name: string): Placeholder | null {
    const compared = comparedName(name);
    if (!compared || this.#nearest.size >= MAX_COMPARED) return null;
    const [first, ...others] = this.#all.slice(0, MAX_COMPARED).filter((one) => {
      const other = comparedName(one.name);
      return other !== null && likeness(compared, other) >= SAME_WORDS;
    });
    return first && others.length === 0 ? first : null;
  }
}

function bareName(name: string): string {
  return looseName(tidy(name)).replace(/[_-]/g, "");
}

/**
 * The look-alikes of a source, in order. Linear in the source. Reads it again, because a compiled
 * template lives long and must not hold the position of each of its letters.
 */
export function lookAlikesIn(
  source: string,
  markup: Markup,
  known: KnownPlaceholders,
): LookAlike[] {
  const { tokens, tags, stretches } = tokenizeWithTags(source, markup);
  const texts = stretches.filter(({ place }) => place === "text");
  const addresses = hrefsOf(tags).map(({ from, to }) => stretchOf(source, "attribute", from, to));
  const written = tokens.filter(isWritten);
  return [texts, addresses]
    .flatMap((some) => lookAlikesOf(some, written, known))
    .sort((a, b) => a.start - b.start);
}

type MarkedToken = Exclude<Token, { kind: "literal" }>;

function isWritten(token: Token): token is MarkedToken {
  return token.kind !== "literal";
}

function lookAlikesOf(
  stretches: readonly Stretch[],
  written: readonly MarkedToken[],
  known: KnownPlaceholders,
): LookAlike[] {
  const found: LookAlike[] = [];
  const meaningOf = meaningsAmong(known);
  let next = 0;
  let done = 0;
  for (const stretch of stretches) {
    for (const mark of foreignMarks(stretch.text)) {
      const from = beginOf(stretch, mark);
      const place = { start: sourceBegin(stretch, from), end: sourceEnd(stretch, mark.to - 1) };
      if (place.start < done) continue;
      while ((written[next]?.end ?? place.end) <= place.start) next++;
      const token = written[next];
      const beside = token && token.start < place.end ? token : null;
      const isWhole = beside && beside.kind !== "refused" && !(mark.isBraced && isBroken(beside));
      const meaning = isWhole ? null : meaningOf(mark);
      if (meaning === null) continue;
      done = place.end;
      const text = stretch.text.slice(from, mark.to);
      const { message } = problemAt({ ...place, text }, mark, meaning, beside);
      const isOurs = mark.isBraced && mark.means === "placeholder";
      const letter = sourceBegin(stretch, mark.at);
      found.push({ message, ...place, letter, isOurs, text, instead: meaning.instead });
    }
  }
  return found;
}

/** What to say about a look-alike, or about the broken placeholder that it is part of. */
function problemAt(
  place: Pick<LookAlike, "text" | "start">,
  { isBraced }: ForeignMark,
  { instead, column }: Meaning,
  beside: MarkedToken | null,
): ConditionProblem {
  const problem =
    column === null
      ? `looks like a placeholder but is plain text: use ${instead}`
      : `is plain text, but the list has the column "${column}": use ${instead}`;
  return beside && isBraced
    ? problemOf(beside, beside.problem ?? problem)
    : problemOf(place, problem);
}

/** Whether a placeholder has an encoded brace in its name: `{{%7BName}}`. */
function isBroken(token: MarkedToken): boolean {
  return "name" in token && /%(?:25)*7[BD]|&#(?:x7|12)/i.test(token.name);
}

/**
 * A browser puts the address of its own page before a placeholder that is a whole address; no email
 * leads there.
 */
const OWN_PAGE = /^https?:\/\/[^/.]{1,60}\/$/;

function beginOf({ place, text }: Stretch, { from, to, isBraced }: ForeignMark): number {
  const isWhole = place === "attribute" && isBraced && to === text.length && from < 80;
  return isWhole && OWN_PAGE.test(text.slice(0, from)) ? 0 : from;
}

/** A name as a person types one, not a sentence, a rule of CSS or a number. */
const PLAUSIBLE = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{N}\p{M} _.'’/&-]{0,49}$/u;
/** `First_Name`: no one writes so in quotation marks, except «Schüler_innen» and «Plan_2.pdf». */
const HAS_UNDERSCORE =
  /^(?!.*\.\p{L}[\p{L}\d]{1,3}$)\S*\p{L}_(?!innen|(?:in|[nr])$)[\p{L}\p{N}]\S*$/u;
/** `postalCode`, but not «YouTube». */
const IN_CAMEL_CASE =
  /^\S*\p{Ll}(?:Name|Date|Code|I[Dd]|Number|N[or]|Address|Phone|City|Street|Title|Amount|Datum|Nummer|Adresse|Ort|Betrag|Anrede)\d{0,2}$/u;
function isSure({ means }: ForeignMark, name: string): boolean {
  if (means === "placeholder") return true;
  if (means === "known" || !PLAUSIBLE.test(name)) return false;
  return means === "name" || HAS_UNDERSCORE.test(name) || IN_CAMEL_CASE.test(name);
}

/** The placeholder that a mark means, as text, and the column that it is of. */
interface Meaning {
  instead: string;
  column: string | null;
}

/** Returns a function that finds what a mark means. A long text repeats the same names. */
function meaningsAmong(known: KnownPlaceholders): (mark: ForeignMark) => Meaning | null {
  const meanings = new Map<string, Meaning | null>();
  return (mark) => {
    const key = `${mark.means} ${mark.isBraced} ${mark.content}`;
    const before = meanings.get(key);
    const meaning = before === undefined ? meaningAmong(mark, known) : before;
    meanings.set(key, meaning);
    return meaning;
  };
}

/** The meaning of a mark; null if it isn't a placeholder. */
function meaningAmong(mark: ForeignMark, known: KnownPlaceholders): Meaning | null {
  const form = readForm(mark.content);
  if (form.kind === "refused" || form.problem !== null) return null;
  const { name } = form;
  if (!/[\p{L}\p{N}]/u.test(name)) return null;
  const sure = isSure(mark, name);
  // "[1]" and "{x}" number and count things.
  if (!sure && (!/\p{L}/u.test(name) || /^[a-z]$/i.test(name))) return null;
  const meant = sure && !mark.isBraced ? known.nearest(name) : known.named(name);
  if (meant === null && !sure) return null;
  if (mark.means === "quotation" && !sure && !isWrittenAs(name, meant)) return null;
  const column = meant && known.isColumn(meant) ? meant.name : null;
  const content = tidy(mark.content);
  if (content !== name) return { instead: `{{${content}}}`, column };
  const placeholder = meant ?? newPlaceholder(name);
  if (placeholderProblem(placeholder) !== null) return null;
  return { instead: serializePlaceholder(placeholder), column };
}

/** Whether a name is written as Word writes the field: in its own case, with `_` for spaces. */
function isWrittenAs(name: string, field: Placeholder | null): boolean {
  return name.replaceAll(" ", "_") === field?.name.replaceAll(" ", "_");
}

/** A source in which everything that reads like a look-alike is the placeholder that it offers. */
export function withPlaceholders(
  source: string,
  markup: Markup,
  { text, instead }: Pick<LookAlike, "text" | "instead">,
  known: readonly Placeholder[],
): string {
  const { tags } = tokenizeWithTags(source, markup);
  const written = markup === "html" ? escapeHtml(instead) : instead;
  let changed = "";
  let done = 0;
  let next = 0;
  for (const one of lookAlikesIn(source, markup, new KnownPlaceholders(known))) {
    if (one.text !== text) continue;
    const around = { before: "", after: "" };
    for (; (tags[next]?.start ?? one.end) < one.end; next++) {
      const tag = tags[next];
      if (!tag || tag.start < one.start) continue;
      around[tag.start < one.letter ? "before" : "after"] += source.slice(tag.start, tag.end);
    }
    changed += source.slice(done, one.start) + around.before + written + around.after;
    done = one.end;
  }
  return changed + source.slice(done);
}

/**
 * An address of a link in which encoded placeholders are placeholders again (rule: look-alikes).
 */
export function withDecodedBraces(address: string): string {
  const stretch: Stretch = { place: "attribute", text: address, begins: null, ends: null };
  const nothing = new KnownPlaceholders([]);
  const found = lookAlikesOf([stretch], tokenize(address, "text").filter(isWritten), nothing);
  return found.reduceRight(
    (all, { start, end, instead, isOurs }) =>
      isOurs ? all.slice(0, start) + instead + all.slice(end) : all,
    address,
  );
}
