import { isInEmail } from "../check/joinedRows.ts";
import type { CheckResult } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";
import {
  isBlank,
  isRepeatTag,
  type LiveToken,
  liveTokens,
  type TemplateSource,
  tokenize,
} from "../placeholders/placeholders.ts";
import type { Markup } from "../placeholders/tokenize.ts";
import { suggestColumns } from "./columns.ts";
import { type List, textIn } from "./list.ts";
import { type Feeds, unusedColumns } from "./mapping.ts";

/** A placeholder that many emails have no value for, although an unused column looks like it. */
export interface OverlookedColumn {
  variable: string;
  /** Of the column. */
  header: string;
  /** How many emails have no value. */
  emails: number;
  /** Their text instead; null if that depends on a condition, or they leave something out. */
  says: string | null;
}

/** From this part of the emails on, a gap is probably a mistake. */
const MANY = 1 / 3;

/**
 * The placeholders for which more than a third of the emails would get a fallback or miss a
 * condition, while an unused column that has something for one of them looks like it; with the
 * likeliest column of each. None for which the person has decided where its values come from.
 */
export function overlookedColumns(
  list: Pick<List, "columns" | "mapping" | "rows">,
  feeds: Feeds,
  { rows }: Pick<CheckResult, "rows">,
  variables: readonly Variable[],
  source: TemplateSource,
): OverlookedColumn[] {
  const sent = rows.filter(isInEmail);
  const emails = new Map(sent.map(({ id, n, joinedTo = n }) => [id, joinedTo]));
  const emailsOf = (ids: Iterable<number>) => new Set([...ids].map((id) => emails.get(id))).size;
  const gaps = new Map(
    variables.flatMap(({ name, required }, at): [string, ReadonlySet<number>][] => {
      if (required || list.mapping.values.has(name)) return [];
      const blank = sent.flatMap(({ id, values }) => (isBlank(values[at]) ? id : []));
      return blank.length > sent.length * MANY ? [[name, new Set(blank)]] : [];
    }),
  );
  const unused = unusedColumns(list, feeds);
  if (gaps.size === 0 || unused.length === 0) return [];
  const likely = suggestColumns([...gaps.keys()], unused);
  const found = [...likely].flatMap(([variable, headers]) => {
    const blank = gaps.get(variable) ?? new Set();
    const header = headers.find((one) =>
      list.rows.some((row) => blank.has(row.id) && !isBlank(textIn(list, row, one))),
    );
    return header === undefined ? [] : { variable, header, emails: emailsOf(blank) };
  });
  return found.map((one) => ({ ...one, says: saidWithout(one.variable, variables, source) }));
}

/**
 * What every email without a value for a placeholder says instead; null if that depends on a
 * condition.
 */
function saidWithout(
  name: string,
  variables: readonly Variable[],
  { subject = "", body = "" }: TemplateSource,
) {
  const sources: readonly (readonly [string, Markup])[] = [
    [subject, "text"],
    [body, "html"],
  ];
  // Each row has a repeated part.
  const isAlways = (token: LiveToken) =>
    isRepeatTag(token) && !variables.some((one) => one.name === token.name);
  for (const [text, markup] of sources) {
    let depth = 0;
    for (const token of liveTokens(tokenize(text, markup)).live) {
      if (isAlways(token) || (token.kind === "placeholder" && token.isSum)) continue;
      if (token.kind === "close") depth -= 1;
      else if (token.kind !== "placeholder") depth += 1;
      else if (token.name === name && depth === 0 && token.scope === 0) {
        const fallback =
          token.fallback ?? variables.find((one) => one.name === name)?.fallback ?? "";
        return isBlank(fallback) ? null : fallback;
      }
    }
  }
  return null;
}
