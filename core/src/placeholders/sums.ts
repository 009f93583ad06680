import type { Variable } from "../contract/templates.ts";
import { groupBy } from "../groupBy.ts";
import { isBlank } from "../isBlank.ts";
import { isSomeAmount } from "../numbers/amount.ts";
import {
  type Condition,
  type ConditionProblem,
  conditionOf,
  isMet,
  type LiveToken,
  problemOf,
} from "./conditions.ts";
import { comparable } from "./grammar.ts";
import type { RepeatedPart } from "./repeatedPart.ts";
import type { PlaceholderToken } from "./tokenize.ts";

/** A source's live tokens and its repeated parts, both in order. */
interface SourceOfSums {
  live: readonly LiveToken[];
  repeats: readonly RepeatedPart[];
}

/** The live tokens outside of all repeated parts. */
function outside({ live, repeats }: SourceOfSums): LiveToken[] {
  let next = 0;
  return live.filter(({ start }) => {
    while ((repeats[next]?.end ?? start + 1) <= start) next++;
    return start < (repeats[next]?.start ?? start + 1);
  });
}

function isSum(token: LiveToken): token is PlaceholderToken & { isSum: true } {
  return token.kind === "placeholder" && token.isSum === true;
}

/** The placeholders whose values the rows of one email share. */
export interface SharedNames {
  /** Placeholders used outside the repeated part, other than as a sum: rows agree in them. */
  common: ReadonlySet<string>;
  /** Those of them that appear only in conditions: rows give the same answers. */
  asked: ReadonlyMap<string, readonly Condition[]>;
}

/** How rows of one mailbox become one email (decision 38). */
export interface Joining extends SharedNames {
  /** The same for the subject alone, and for the body alone. */
  in: Readonly<Record<"subject" | "body", SharedNames>>;
  /** The placeholders of conditions around a total in the body. */
  aroundSums: ReadonlySet<string>;
}

type SummedNames = ReadonlyMap<string, Summed>;

/** How the rows of one email with this subject and body, and these sums, are joined. */
export function joiningOf(
  [subject, body]: readonly [SourceOfSums, SourceOfSums],
  sums: SummedNames,
): Joining {
  return {
    ...sharedIn([subject, body], sums),
    in: { subject: sharedIn([subject], sums), body: sharedIn([body], sums) },
    aroundSums: namesAroundSums(body),
  };
}

function sharedIn(sources: readonly SourceOfSums[], sums: SummedNames): SharedNames {
  const tokens = sources.flatMap(outside);
  const shown = new Set(
    tokens.flatMap((token) => (token.kind === "placeholder" && !isSum(token) ? token.name : [])),
  );
  const conditions = tokens.flatMap((token) => {
    if (token.kind === "placeholder" || token.kind === "close") return [];
    const condition = conditionOf(token);
    return asksForAny(condition, sums) ? [] : condition;
  });
  return {
    common: new Set([...shown, ...conditions.map(({ name }) => name)]),
    asked: groupBy(
      conditions.filter(({ name }) => !shown.has(name)),
      ({ name }) => name,
    ),
  };
}

/**
 * Whether a condition outside of the repeated part asks if any row has a value, as its sum needs no
 * more. All rows of an email answer other conditions alike.
 */
export function asksForAny({ name, compared }: Condition, sums: SummedNames): boolean {
  return compared === null && sums.has(name);
}

function namesAroundSums(body: SourceOfSums): Set<string> {
  const around: string[] = [];
  const found = new Set<string>();
  for (const token of outside(body)) {
    if (token.kind === "close") around.pop();
    else if (token.kind !== "placeholder") around.push(token.name);
    else if (isSum(token)) for (const name of around) found.add(name);
  }
  return found;
}

/**
 * A value as far as the email, or its subject or body, depends on it outside of the repeated part.
 */
export function sharedText({ common, asked }: SharedNames, name: string, value: string): string {
  if (!common.has(name)) return "";
  const conditions = asked.get(name);
  if (conditions === undefined) return value;
  return conditions.map((one) => isMet(one, isBlank(value), () => comparable(value))).join();
}

/** A placeholder that is added up. */
export interface Summed {
  /** Whether a blank adds nothing: it has a fallback, or appears only if there is a value. */
  canBeBlank: boolean;
  /** A fallback for it that is an amount: where a blank shows that, a total can't leave it out. */
  amount?: string;
}

/** The placeholders that are added up. */
export function summedNames(
  sources: readonly SourceOfSums[],
  variables: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Summed> {
  const fallbackOf = ({ name, fallback }: PlaceholderToken) =>
    fallback ?? variables.get(name)?.fallback ?? null;
  const amounts = new Map<string, string>();
  for (const token of sources.flatMap(({ live }) => live)) {
    const fallback = token.kind === "placeholder" ? fallbackOf(token) : null;
    if (fallback !== null && isSomeAmount(fallback)) amounts.set(token.name, fallback);
  }
  return new Map(
    sources
      .flatMap(outside)
      .filter(isSum)
      .map((token): [string, Summed] => {
        const amount = amounts.get(token.name);
        const canBeBlank = variables.get(token.name)?.required === false;
        return [token.name, { canBeBlank, ...(amount !== undefined && { amount }) }];
      }),
  );
}

/** Why a blank can't be added up where the email shows this amount instead. */
export function blankAmount(name: string, amount: string): string {
  return `{{${name}}} is blank, and a total can't leave out the “${amount}” shown instead`;
}

/**
 * The placeholders that each row of the email shows, and that are added up outside of the repeated
 * parts.
 */
export function totaledNames(sources: readonly SourceOfSums[]): ReadonlySet<string> {
  const common = sources.flatMap(outside);
  const sums = new Set(common.filter(isSum).map(({ name }) => name));
  const all = new Set(common);
  const inRows = sources.flatMap(({ live }) => live.filter((token) => !all.has(token)));
  return new Set(
    inRows.flatMap(({ kind, name }) => (kind === "placeholder" && sums.has(name) ? name : [])),
  );
}

/**
 * Warnings about sums that add nothing up, and about one row's value where the total was probably
 * meant.
 */
export function sumProblems(
  source: SourceOfSums,
  email: {
    hasRepeats: boolean;
    variables: ReadonlyMap<string, Variable>;
    totaled: ReadonlySet<string>;
  },
): ConditionProblem[] {
  const added = new Set(outside(source));
  return source.live.flatMap((token) => {
    if (token.kind !== "placeholder") return [];
    if (token.isSum !== true) {
      return added.has(token) && email.totaled.has(token.name)
        ? problemOf(
            token,
            `is the value of one row: the total of all rows is {{${token.name}|sum}}`,
          )
        : [];
    }
    const type = email.variables.get(token.name)?.type;
    if (type === "date" || type === "time" || type === "email")
      return problemOf(token, `adds up numbers, but {{${token.name}}} has the type ${type}`);
    if (!added.has(token))
      return problemOf(
        token,
        "is in the repeated part, so it shows its own row's value: write it outside to add up all rows",
      );
    if (email.hasRepeats) return [];
    return problemOf(
      token,
      "adds up one row only: a part between {{#rows}} and {{/rows}} makes one email of several rows",
    );
  });
}
