import { isBlank } from "../isBlank.ts";
import { comparable, tidy } from "./grammar.ts";
import type { ConditionToken, PlaceholderToken, Token } from "./tokenize.ts";

/** Nesting levels of conditions; deeper ones stay as text. */
const MAX_DEPTH = 50;

export type LiveToken = PlaceholderToken | ConditionToken;

/** A warning for the template's author; `start` orders it. */
export interface ConditionProblem {
  start: number;
  message: string;
}

/** A warning about a token, which quotes the offending text. */
export function problemOf(
  token: { text: string; start: number },
  problem: string,
): ConditionProblem {
  const text = token.text.length > 60 ? `${token.text.slice(0, 59)}…` : token.text;
  return { start: token.start, message: `"${text.trim()}" ${problem}.` };
}

/**
 * Where a condition begins: its part stays if the comparison is true; with `keptWhen` false, if it
 * isn't.
 */
export interface Condition {
  name: string;
  /** As `comparable` makes it; null asks only whether there is a value. */
  compared: string | null;
  keptWhen: boolean;
}

export function conditionOf({ kind, name, compared }: ConditionToken): Condition {
  return { name, compared, keptWhen: kind !== "inverted" };
}

/**
 * Whether the part of a condition stays with a value, which may be blank. `text` makes it as
 * `comparable` does.
 */
export function isMet(
  { compared, keptWhen }: Condition,
  isBlankValue: boolean,
  text: () => string,
): boolean {
  const holds = compared === null ? !isBlankValue : text() === compared;
  return holds === keptWhen;
}

/** Whether two conditions on one placeholder are never both true. */
function contradict(one: ConditionToken, other: ConditionToken): boolean {
  if (one.name !== other.name) return false;
  const [a, b] = [conditionOf(one), conditionOf(other)];
  if (a.compared === b.compared) return a.keptWhen !== b.keptWhen;
  if (a.compared !== null && b.compared !== null) return a.keptWhen && b.keptWhen;
  // A blank equals no value.
  const [filled, comparison] = a.compared === null ? [a, b] : [b, a];
  return !filled.keptWhen && comparison.keptWhen;
}

/** Whether an end closes a condition: it may repeat the value. */
function closes(end: ConditionToken, { scope, name, compared }: ConditionToken): boolean {
  return (
    end.scope === scope && end.name === name && (end.compared === null || end.compared === compared)
  );
}

/**
 * Gives conditions on a placeholder whose name contains `=` their older meaning: `{{#A=B}}` asks
 * whether there is a value for `{{A=B}}` if the email has that placeholder. `names` are all names
 * with `=`.
 */
export function withOwnNames(tokens: Token[], names: ReadonlySet<string>): Token[] {
  if (names.size === 0) return tokens;
  return tokens.map((token) => {
    if (token.kind === "literal" || token.kind === "refused" || token.kind === "placeholder")
      return token;
    const [written = ""] = token.text.replace(/^\{{2,3}\s*[#^/]|\}{2,3}$/g, "").split("|");
    const name = tidy(written);
    if (token.value === null || !names.has(name)) return token;
    const problem = `asks whether {{${name}}} has a value, because there is one`;
    return { ...token, name, value: null, compared: null, problem };
  });
}

/** The names of placeholders that could be read as a comparison. */
export function namesWithEquals(names: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => name.includes("=")));
}

interface LiveTokens {
  live: LiveToken[];
  /** The ends of conditions, each by its opening. */
  ends: Map<ConditionToken, ConditionToken>;
  problems: ConditionProblem[];
}

/**
 * The effective tokens of one source (placeholders, and conditions that open and close in one
 * scope, properly nested), and warnings about the others, which stay as text.
 */
export function liveTokens(tokens: readonly Token[]): LiveTokens {
  const live = new Set<LiveToken>();
  const problems: ConditionProblem[] = [];
  const open: ConditionToken[] = [];
  const ends: LiveTokens["ends"] = new Map();
  const giveUp = (token: ConditionToken) => {
    live.delete(token);
    problems.push(
      problemOf(token, `is not closed with {{/${token.name}}}, so it appears as plain text`),
    );
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
        problems.push(
          problemOf(
            token,
            `is inside more than ${MAX_DEPTH} conditions, so it appears as plain text`,
          ),
        );
        continue;
      }
      const around = open.find((outer) => contradict(token, outer));
      if (around)
        problems.push(
          problemOf(token, `is inside "${around.text.trim()}", so its text never appears`),
        );
      open.push(token);
      live.add(token);
    } else if (open.some((opener) => closes(token, opener))) {
      let top = open.pop();
      for (; top && !closes(token, top); top = open.pop()) giveUp(top);
      if (top) ends.set(top, token);
      live.add(token);
    } else {
      problems.push(
        problemOf(token, "closes a condition that is not open, so it appears as plain text"),
      );
    }
  }
  for (const token of open) giveUp(token);
  return { live: [...live], ends, problems };
}

/**
 * Texts beside each other, each for some values of one placeholder: "Dear
 * {{#S=Ms}}Ms{{/S}}{{#S=Mr}}Mr{{/S}}".
 */
export interface Choice {
  name: string;
  /** Values with a text of their own, as `comparable` makes them. */
  values: Set<string>;
  /** Whether there is a text for any other value, for any value, for a blank. */
  hasForOther: boolean;
  hasForFilled: boolean;
  hasForBlank: boolean;
}

/** The choices of a source between texts for two values or more, where none is for all others. */
export function choicesIn(source: string, live: readonly LiveToken[]): Choice[] {
  const choices: Choice[] = [];
  const open: { token: ConditionToken; choice: Choice }[] = [];
  let last: { choice: Choice; end: number } | null = null;
  for (const token of live) {
    if (token.kind === "placeholder") {
      last = null;
    } else if (token.kind === "close") {
      const choice = open.pop()?.choice;
      last = choice ? { choice, end: token.end } : null;
    } else {
      const isNext =
        last?.choice.name === token.name && isNothingSeen(source.slice(last.end, token.start));
      const choice = isNext && last ? last.choice : newChoice(token.name, open);
      if (!isNext) choices.push(choice);
      if (token.compared === null)
        choice[token.kind === "open" ? "hasForFilled" : "hasForBlank"] = true;
      else if (token.kind === "open") choice.values.add(token.compared);
      else choice.hasForOther = true;
      open.push({ token, choice });
      last = null;
    }
  }
  return choices.filter(({ values, hasForOther }) => values.size >= 2 && !hasForOther);
}

function newChoice(name: string, around: readonly { token: ConditionToken }[]): Choice {
  // Inside a condition on itself, no blank gets here.
  const hasForBlank = around.some(({ token }) => token.kind === "open" && token.name === name);
  return { name, values: new Set(), hasForOther: false, hasForFilled: false, hasForBlank };
}

function isNothingSeen(html: string): boolean {
  return html.replace(/<[^<>]*>|&nbsp;/g, "").trim() === "";
}

/** Conditions without anything between their ends: most likely the text was written before them. */
export function emptyConditions(source: string, live: readonly LiveToken[]): ConditionProblem[] {
  return live.flatMap((token, at) => {
    const next = live[at + 1];
    if (token.kind === "placeholder" || token.kind === "close" || next?.kind !== "close") return [];
    const inside = source.slice(token.end, next.start);
    return isNothingSeen(inside) && !inside.includes("<img")
      ? problemOf(token, "has no text yet")
      : [];
  });
}

/** Whether some text of a choice is for a value. */
export function coversValue({ values, hasForFilled, hasForBlank }: Choice, value: string): boolean {
  return isBlank(value) ? hasForBlank : hasForFilled || values.has(comparable(value));
}
