import { LEFT_OUT, SENT_BEFORE } from "../check/leftOut.ts";
import { checkSources } from "../check/sources.ts";
import type { CheckResult } from "../check/types.ts";
import type { MailForm } from "../check/value.ts";
import type { Variable } from "../contract/templates.ts";
import { cellText, cellValue, type List, rowsWithin, type Skip } from "./list.ts";
import { columnsReport, feedsOf } from "./mapping.ts";

/** The email that a list is checked against, and how much of the list may be sent. */
export interface Checking extends MailForm {
  variables: readonly Variable[];
  /** Placeholder → the value that everyone gets, where no column feeds it. */
  values: ReadonlyMap<string, string>;
  /** The most rows of one send. */
  limit: number;
}

export const SKIP_REASONS: Readonly<Record<Skip, string>> = { by_hand: LEFT_OUT, already_received: SENT_BEFORE };

/**
 * Checks a whole list before a bulk send: on the page that shows it, and on the server, which trusts no page. Each row
 * is ready, or skipped with a reason (rule: the check). Takes about 12 ms for 1,000 rows.
 */
export function checkList(list: List, { values: same, limit, ...mail }: Checking): CheckResult {
  const { columns, mapping } = list;
  const feeds = feedsOf(list, mail.variables);
  const { rows, over } = rowsWithin(list, limit);
  const address = mapping.address === null ? -1 : columns.indexOf(mapping.address);
  const fed = mail.variables.map(({ name, type }) => {
    const header = feeds.get(name) ?? null;
    const value = (same.get(name) ?? "").trim();
    return { type, value, index: header === null ? -1 : columns.indexOf(header) };
  });
  const sources = rows.map(({ id, line, cells, skipped, keepRepeat, note }, position) => ({
    ...{ id, line, n: position + 1, keepRepeat },
    recipient: cellText(cells[address]),
    values: fed.map(({ type, value, index }) => (index === -1 ? value : cellValue(cells[index], type).trim())),
    leftOut: skipped === null ? null : SKIP_REASONS[skipped],
    findings: note === undefined ? [] : [{ kind: "ragged", severity: "note", message: note } as const],
  }));
  return checkSources(sources, {
    ...mail,
    columns: columnsReport(list, mail.variables, feeds),
    recipientColumn: mapping.address,
    dateOrders: mapping.dates,
    repeats: list.repeats,
    rowsOverLimit: over,
  });
}
