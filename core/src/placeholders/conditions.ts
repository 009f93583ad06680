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

/**
 * The effective tokens of one source (placeholders, and conditions that open and close in one scope, properly nested),
 * and warnings about the others, which stay as text.
 */
export function liveTokens(tokens: readonly Token[]): { live: Live[]; problems: ConditionProblem[] } {
  const live = new Set<Live>();
  const problems: ConditionProblem[] = [];
  const open: ConditionToken[] = [];
  const opened = new Map<string, number>();
  const keyOf = (token: ConditionToken) => `${token.scope}:${token.name}`;
  const giveUp = (token: ConditionToken) => {
    live.delete(token);
    const count = (opened.get(keyOf(token)) ?? 1) - 1;
    opened.set(keyOf(token), count);
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
      opened.set(keyOf(token), (opened.get(keyOf(token)) ?? 0) + 1);
      live.add(token);
    } else if ((opened.get(keyOf(token)) ?? 0) > 0) {
      for (let top = open.pop(); top; top = open.pop()) {
        if (keyOf(top) === keyOf(token)) {
          opened.set(keyOf(top), (opened.get(keyOf(top)) ?? 1) - 1);
          break;
        }
        giveUp(top);
      }
      live.add(token);
    } else {
      problems.push(problemOf(token, "closes a condition that is not open, so it appears as plain text"));
    }
  }
  for (const token of open) giveUp(token);
  return { live: [...live], problems };
}
