import { type ConditionProblem, type LiveToken, problemOf } from "./conditions.ts";
import { comparable } from "./grammar.ts";
import type { HtmlTag } from "./htmlText.ts";
import { HtmlTree } from "./htmlTree.ts";
import { partOf, type RepeatedPart } from "./repeatedPart.ts";
import type { ConditionToken, Token } from "./tokenize.ts";

/** The name in the tags of a repeated part (rule: a repeated part). */
export const REPEATED = "rows";

/** Whether a token begins or ends a repeated part, unless there is a placeholder `{{rows}}`. */
export function isRepeatTag(token: Token): token is ConditionToken {
  return (
    (token.kind === "open" || token.kind === "close") &&
    token.name === REPEATED &&
    token.value === null
  );
}

interface LiveBody {
  source: string;
  tags: readonly HtmlTag[];
  live: readonly LiveToken[];
  ends: ReadonlyMap<ConditionToken, ConditionToken>;
}

export interface FoundRepeats {
  /** In order; none is in another. */
  parts: RepeatedPart[];
  /** The live tokens that aren't tags of a repeated part. */
  live: LiveToken[];
  problems: ConditionProblem[];
}

/**
 * The repeated parts of a body. Tags that can't repeat get a warning and stay as text. Linear in
 * the body; never throws.
 */
export function repeatedParts({ source, tags, live, ends }: LiveBody): FoundRepeats {
  const parts: RepeatedPart[] = [];
  const problems: ConditionProblem[] = [];
  const taken = new Set<LiveToken>();
  let tree: HtmlTree | null = null;
  let done = -1;
  for (const open of live) {
    const close = isRepeatTag(open) && open.kind === "open" ? ends.get(open) : undefined;
    if (!isRepeatTag(open) || !close) continue;
    taken.add(open).add(close);
    tree ??= new HtmlTree(tags);
    const found =
      open.start < done
        ? "is inside another repeated part"
        : partOf({ source, tags, tree, open, close });
    if (typeof found === "string") {
      problems.push(problemOf(open, `${found}, so it appears as plain text`));
      continue;
    }
    parts.push(found);
    done = close.end;
  }
  return { parts, live: live.filter((token) => !taken.has(token)), problems };
}

/** The tags of a subject: it is one line for all rows, so they stay as text. */
export function repeatsInSubject(live: readonly LiveToken[]): FoundRepeats {
  const problems = live.flatMap((token) =>
    isRepeatTag(token) && token.kind === "open"
      ? problemOf(token, "repeats only a part of the body, so it appears as plain text")
      : [],
  );
  return { parts: [], live: live.filter((token) => !isRepeatTag(token)), problems };
}

/** Warnings about conditions that were probably meant to repeat. `names` are all placeholders. */
export function almostRepeats(
  live: readonly LiveToken[],
  names: ReadonlySet<string>,
): ConditionProblem[] {
  return live.flatMap((token) => {
    if (token.kind !== "open" && token.kind !== "inverted") return [];
    const { name } = token;
    if (name === REPEATED && names.has(name) && isRepeatTag(token))
      return problemOf(
        token,
        "asks whether {{rows}} has a value, because there is one, so it repeats nothing",
      );
    if (names.has(name) || !["row", REPEATED].includes(comparable(name))) return [];
    const isTag = token.kind === "open" && token.value === null;
    if (name === REPEATED && isTag) return [];
    const asks = `asks for a value of {{${name}}}`;
    return problemOf(token, `${asks}: a part that repeats for each row begins with {{#rows}}`);
  });
}
