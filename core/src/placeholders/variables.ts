import type { Variable } from "../contract/templates.ts";
import { type ConditionProblem, type LiveToken, problemOf } from "./conditions.ts";
import { comparable } from "./grammar.ts";
import type { PlaceholderToken } from "./tokenize.ts";

interface GatheredVariable {
  variable: Variable;
  /** The first text that is shown for a blank value; null if none is. */
  shown: string | null;
  /** Whether a placeholder names its type. */
  typed: boolean;
  /** Whether it is used outside a condition on itself. */
  exposed: boolean;
}

/**
 * Collects the variables of a template from the live tokens of its subject and then of its body.
 * One name is one variable: the first type that is written out applies to all its places, and so
 * does the first fallback to places without one.
 */
export class Variables {
  readonly #byName = new Map<string, GatheredVariable>();

  /** Adds the live tokens of one source; returns the contradictions. */
  add(live: readonly LiveToken[]): ConditionProblem[] {
    const problems: ConditionProblem[] = [];
    const open: LiveToken[] = [];
    const conditionsOn = new Map<string, number>();
    const count = (name: string, by: number) =>
      conditionsOn.set(name, (conditionsOn.get(name) ?? 0) + by);
    for (const token of live) {
      const gathered = this.#gather(token.name);
      if (token.kind === "placeholder") {
        if (!conditionsOn.get(token.name)) gathered.exposed = true;
        const found = [
          token.typed ? settleType(gathered, token) : null,
          settleFallback(gathered, token),
        ];
        for (const problem of found) if (problem) problems.push(problemOf(token, problem));
      } else if (token.kind === "close") {
        const opener = open.pop();
        if (opener?.kind === "open") count(opener.name, -1);
      } else {
        open.push(token);
        if (token.kind === "open") count(token.name, 1);
      }
    }
    return problems;
  }

  /**
   * Problems of conditions that compare with a value, once all sources are added: a date or time
   * can be written in many ways, and a dropdown has only its options.
   */
  comparisons(live: readonly LiveToken[]): ConditionProblem[] {
    const optionsOf = new Map<string, ReadonlySet<string>>();
    return live.flatMap((token) => {
      if (token.kind === "placeholder" || token.kind === "close" || token.compared === null)
        return [];
      const { name, compared } = token;
      const { type, options } = this.#gather(name).variable;
      if (type === "date" || type === "time") {
        return problemOf(
          token,
          `compares a ${type}, which can be written in many ways: use a text or a dropdown`,
        );
      }
      if (type !== "dropdown") return [];
      const known = optionsOf.get(name) ?? new Set(options.map(comparable));
      optionsOf.set(name, known);
      return known.has(compared)
        ? []
        : problemOf(token, `compares with a value that is not an option of {{${name}}}`);
    });
  }

  /** All variables, in order of first appearance. */
  all(): Variable[] {
    return [...this.#byName.values()].map(({ variable, exposed }) => ({
      ...variable,
      required: exposed && variable.fallback === null,
    }));
  }

  #gather(name: string): GatheredVariable {
    const known = this.#byName.get(name);
    if (known) return known;
    const variable: Variable = { name, type: "text", options: [], fallback: null, required: false };
    const gathered = { variable, shown: null, typed: false, exposed: false };
    this.#byName.set(name, gathered);
    return gathered;
  }
}

function settleType(gathered: GatheredVariable, token: PlaceholderToken): string | null {
  const { variable } = gathered;
  if (!gathered.typed) {
    gathered.typed = true;
    variable.type = token.type;
    variable.options = [...token.options];
    return null;
  }
  if (variable.type !== token.type)
    return `has the type ${token.type}, but its first use has the type ${variable.type}, so we use ${variable.type}`;
  const isSame = variable.options.join() === token.options.join();
  return isSame ? null : "has different options than its first use, so we use the first options";
}

function settleFallback(
  gathered: GatheredVariable,
  { fallback, isSum }: PlaceholderToken,
): string | null {
  gathered.variable.fallback ??= fallback;
  // A total counts a blank as 0, whatever its rows show for it.
  if (fallback === null || isSum) return null;
  gathered.shown ??= fallback;
  return fallback === gathered.shown
    ? null
    : "shows something else for a blank value than its first use does";
}
