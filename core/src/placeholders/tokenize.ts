import { type BraceMeaning, readForm, readTripleForm } from "./grammar.ts";
import type { HtmlTag } from "./htmlText.ts";
import { readHtml, type Stretch } from "./htmlText.ts";

/** A pair of braces, or half of one; `from` and `to` are offsets in the text. */
type Braces =
  | { kind: "form"; from: number; to: number; content: string; triple: boolean }
  | { kind: "unclosed"; from: number; to: number }
  | { kind: "unopened"; from: number; to: number }
  | { kind: "fullWidth"; from: number; to: number };

/** How much of the text before a stray `}}` the warning quotes. */
const LOOK_BACK = 20;

/**
 * Finds, in order, every `{{…}}` in decoded text, and every pair of braces without a partner. A
 * form never contains a brace, so each character is read a bounded number of times: linear in the
 * text.
 */
function* findBraces(text: string): Generator<Braces> {
  // Braces as a Chinese or Japanese input method writes them, found as a whole; a name is never
  // longer.
  const pair = /\{\{+|\}\}+|｛｛[^{}｛｝]{1,100}｝｝/g;
  const brace = /[{}]/g;
  const closing = /\}{1,3}/y;
  let done = 0;
  for (let run = pair.exec(text); run; run = pair.exec(text)) {
    if (run[0].startsWith("｛")) {
      yield { kind: "fullWidth", from: run.index, to: pair.lastIndex };
      done = pair.lastIndex;
      continue;
    }
    if (run[0].startsWith("}")) {
      yield { kind: "unopened", from: Math.max(done, run.index - LOOK_BACK), to: pair.lastIndex };
      done = pair.lastIndex;
      continue;
    }
    const inner = pair.lastIndex;
    brace.lastIndex = inner;
    const stop = brace.exec(text);
    closing.lastIndex = stop?.index ?? text.length;
    const closers = closing.exec(text)?.[0].length ?? 0;
    if (!stop || closers < 2) {
      done = stop?.index ?? text.length;
      yield { kind: "unclosed", from: inner - 2, to: done };
    } else {
      const width = run[0].length > 2 && closers > 2 ? 3 : 2;
      done = stop.index + width;
      yield {
        kind: "form",
        from: inner - width,
        to: done,
        content: text.slice(inner, stop.index),
        triple: width === 3,
      };
    }
    pair.lastIndex = done;
  }
}

/** The syntax of a source: a subject is text, a body is HTML. */
export type Markup = "text" | "html";

interface TokenSpan {
  /** The token as written in the source. */
  source: string;
  start: number;
  end: number;
}

interface WrittenToken extends TokenSpan {
  /** The token as a person reads it: decoded, without tags. */
  text: string;
  /**
   * 0 in text; each attribute value has its own number. A condition opens and closes in one scope.
   */
  scope: number;
  /** The tags between its braces, before and after its first letter; rendering keeps them. */
  tagsBefore: string;
  tagsAfter: string;
}

/**
 * A piece of a source. `refused` looks like a placeholder but isn't one: it stays as it is, and
 * `problem` says why. For other kinds, `problem` is null unless something was corrected.
 */
export type Token = ({ kind: "literal" } & TokenSpan) | (BraceMeaning & WrittenToken);
export type PlaceholderToken = Extract<Token, { kind: "placeholder" }>;
export type ConditionToken = Extract<Token, { kind: "open" | "inverted" | "close" }>;

/**
 * The tokens of a subject (text) or a body (any HTML). They cover the whole source: their `source`s
 * joined are the source again. Linear in the source; never throws.
 */
export function tokenize(source: string, markup: Markup): Token[] {
  return tokenizeWithTags(source, markup).tokens;
}

/** A source that has been read once, for everything that is found in it. */
export interface ReadSource {
  tokens: Token[];
  tags: HtmlTag[];
  /** The texts that may contain a placeholder. */
  stretches: Stretch[];
}

/** As `tokenize`, together with the tags and texts of the HTML. */
export function tokenizeWithTags(source: string, markup: Markup): ReadSource {
  const { stretches, tags } =
    markup === "html" ? readHtml(source) : { stretches: [plainStretch(source)], tags: [] };
  const tokens: Token[] = [];
  const tagsWithin = tagReader(source, tags);
  let done = 0;
  const literalUpTo = (end: number) => {
    if (end > done)
      tokens.push({ kind: "literal", source: source.slice(done, end), start: done, end });
    done = end;
  };
  for (const [index, stretch] of stretches.entries()) {
    const scope = stretch.place === "text" ? 0 : index + 1;
    for (const { form, from, to } of formsOf(stretch)) {
      const start = sourceBegin(stretch, from);
      const end = sourceEnd(stretch, to - 1);
      const firstLetter = sourceBegin(stretch, letterFrom(stretch.text, from, to));
      const place = {
        source: source.slice(start, end),
        start,
        end,
        text: stretch.text.slice(from, to),
        scope,
      };
      literalUpTo(start);
      // The form is new; assigning keeps a megabyte of placeholders fast, and spreading both would
      // not.
      tokens.push(Object.assign(form, place, tagsWithin(start, firstLetter, end)));
      done = end;
    }
  }
  literalUpTo(source.length);
  return { tokens, tags, stretches };
}

/**
 * Returns a function that finds the tags within a token. Called from the beginning of the source to
 * its end, it looks at each tag once.
 */
function tagReader(source: string, tags: readonly HtmlTag[]) {
  let next = 0;
  return (
    start: number,
    firstLetter: number,
    end: number,
  ): Pick<WrittenToken, "tagsBefore" | "tagsAfter"> => {
    const found = { tagsBefore: "", tagsAfter: "" };
    for (let tag = tags[next]; tag && tag.start < end; tag = tags[++next]) {
      if (tag.start < start) continue;
      found[tag.start < firstLetter ? "tagsBefore" : "tagsAfter"] += source.slice(
        tag.start,
        tag.end,
      );
    }
    return found;
  };
}

function plainStretch(source: string): Stretch {
  return { place: "text", text: source, begins: null, ends: null };
}

export function sourceBegin(stretch: Stretch, index: number): number {
  return stretch.begins?.[index] ?? index;
}

export function sourceEnd(stretch: Stretch, index: number): number {
  return stretch.ends?.[index] ?? index + 1;
}

/**
 * Splits the tags of a placeholder: those that open before the first letter of the name format the
 * value too.
 */
function letterFrom(text: string, from: number, to: number): number {
  let at = from;
  while (at < to - 1 && (text[at] === "{" || text[at]?.trim() === "")) at++;
  return at;
}

function* formsOf(stretch: Stretch): Generator<{ form: BraceMeaning; from: number; to: number }> {
  for (const braces of findBraces(stretch.text)) {
    yield { form: formOf(braces, stretch.place), from: braces.from, to: braces.to };
  }
}

function formOf(braces: Braces, place: Stretch["place"]): BraceMeaning {
  if (braces.kind === "unclosed")
    return { kind: "refused", problem: "is not closed: a placeholder ends with }}" };
  if (braces.kind === "unopened")
    return { kind: "refused", problem: "is not opened: a placeholder begins with {{" };
  if (braces.kind === "fullWidth") {
    return {
      kind: "refused",
      problem: "has full-width braces, so it is not a placeholder: use {{ and }}",
    };
  }
  if (place === "markup")
    return {
      kind: "refused",
      problem: "is in a place that can't be filled in, so it stays as it is",
    };
  return braces.triple ? readTripleForm(braces.content) : readForm(braces.content);
}

/** The first value that an HTML source compares each placeholder with. */
export function firstCompared(source: string): Map<string, string> {
  const compared = tokenize(source, "html").flatMap((token) =>
    token.kind === "open" && token.value !== null ? [[token.name, token.value] as const] : [],
  );
  return new Map(compared.reverse());
}

/** The names of the placeholders, each as often as it occurs; conditions don't count. */
export function placeholderNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === "placeholder" ? token.name : []));
}
