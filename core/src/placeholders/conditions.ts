import type { Subject } from "./grammar.ts";
import type { ConditionToken, PlaceholderToken, Token } from "./tokenize.ts";

/** Nesting levels of conditions; deeper ones stay as text. */
const MAX_DEPTH = 50;

export type Live = PlaceholderToken | ConditionToken;

/** A warning for the template's author; `start` orders it. */
export interface ConditionProblem {
  start: number;
  message: string;
}

/** A warning about a token, which quotes the offending text. */
export function problemOf(token: { text: string; start: number }, problem: string): ConditionProblem {
  const text = token.text.length > 60 ? `${token.text.slice(0, 59)}…` : token.text;
  return { start: token.start, message: `"${text.trim()}" ${problem}.` };
}

/** A value as conditions compare it: without outer spaces, in any case, however its letters are encoded. */
export function comparable(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

/** Where a condition begins: the part stays if it holds, or, inverted, if it doesn't. */
export interface Condition extends Subject {
  keptWhen: boolean;
}

export function conditionOf({ kind, name, value }: ConditionToken): Condition {
  return { name, value, keptWhen: kind !== "inverted" };
}

/** Whether an end closes a condition: it may repeat the value. */
function closes(end: ConditionToken, opener: ConditionToken): boolean {
  const isSameValue =
    end.value === null || (opener.value !== null && comparable(opener.value) === comparable(end.value));
  return end.scope === opener.scope && end.name === opener.name && isSameValue;
}

/**
 * Gives conditions on a placeholder whose name contains `=` their older meaning: `{{#A=B}}` asks whether there is a
 * value for `{{A=B}}` if the email has that placeholder. `names` are all names with `=`.
 */
export function withOwnNames(tokens: Token[], names: ReadonlySet<string>): Token[] {
  if (names.size === 0) return tokens;
  return tokens.map((token) => {
    if (token.kind !== "open" && token.kind !== "inverted" && token.kind !== "close") return token;
    const name = `${token.name}=${token.value}`;
    if (token.value === null || !names.has(name)) return token;
    return { ...token, name, value: null, problem: `asks whether {{${name}}} has a value, because there is one` };
  });
}

/** The names of placeholders that could be read as a comparison. */
export function namesWithEquals(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === "placeholder" && token.name.includes("=") ? token.name : []));
}

/**
 * The effective tokens of one source (placeholders, and conditions that open and close in one scope, properly nested),
 * and warnings about the others, which stay as text.
 */
export function liveTokens(tokens: readonly Token[]): { live: Live[]; problems: ConditionProblem[] } {
  const live = new Set<Live>();
  const problems: ConditionProblem[] = [];
  const open: ConditionToken[] = [];
  const giveUp = (token: ConditionToken) => {
    live.delete(token);
    problems.push(problemOf(token, `is not closed with {{/${token.name}}}, so it appears as plain text`));
  };

  for (const token of tokens) {
    if (token.kind === "literal") continue;
    if (token.problem) problems.push(problemOf(token, token.problem));
    if (token.kind === "refused") continue;
    // The end of an attribute value closes conditions that opened in it.
    while (open.length > 0 && (open.at(-1)?.scope ?? 0) > 0 && open.at(-1)?.scope !== token.scope) {
      const left = open.pop();
      if (left) giveUp(left);
    }
    if (token.kind === "placeholder") {
      live.add(token);
    } else if (token.kind !== "close") {
      if (open.length >= MAX_DEPTH) {
        problems.push(problemOf(token, `is inside more than ${MAX_DEPTH} conditions, so it appears as plain text`));
        continue;
      }
      open.push(token);
      live.add(token);
    } else if (open.some((opener) => closes(token, opener))) {
      for (let top = open.pop(); top && !closes(token, top); top = open.pop()) giveUp(top);
      live.add(token);
    } else {
      problems.push(problemOf(token, "closes a condition that is not open, so it appears as plain text"));
    }
  }
  for (const token of open) giveUp(token);
  return { live: [...live], problems };
}
