import { LEFT_OUT, SENT_BEFORE } from "../check/leftOut.ts";
import { type CopySource, checkSources } from "../check/sources.ts";
import type { CheckedRow, CheckResult } from "../check/types.ts";
import type { MailForm } from "../check/value.ts";
import type { Variable } from "../contract/templates.ts";
import { COPY_FIELDS, type CopyField, type CopyTexts, readAddresses } from "../recipients/copies.ts";
import { type Cell, cellText, cellValue, type List, rowsWithin, type Skip } from "./list.ts";
import { columnsReport, copyColumn, feedsOf } from "./mapping.ts";

/** The email that a list is checked against, and how much of the list may be sent. */
export interface Checking extends MailForm {
  variables: readonly Variable[];
  /** Placeholder → the value that everyone gets, where no column feeds it. */
  values: ReadonlyMap<string, string>;
  /** The most rows of one send. */
  limit: number;
  /** The addresses that get a copy of every email, where no column says who does; none if absent. */
  copies?: Pick<CopyTexts, CopyField>;
}

export const SKIP_REASONS: Readonly<Record<Skip, string>> = { by_hand: LEFT_OUT, already_received: SENT_BEFORE };

/**
 * Checks a whole list before a bulk send: on the page that shows it, and on the server, which trusts no page. Each row
 * is ready, or skipped with a reason (rule: the check). Takes about 12 ms for 1,000 rows.
 */
export function checkList(list: List, { values: same, limit, copies, ...mail }: Checking): CheckResult {
  const { columns, mapping } = list;
  const feeds = feedsOf(list, mail.variables);
  const { rows, over } = rowsWithin(list, limit);
  const address = mapping.address === null ? -1 : columns.indexOf(mapping.address);
  const fed = mail.variables.map(({ name, type }) => {
    const header = feeds.get(name) ?? null;
    const value = (same.get(name) ?? "").trim();
    return { type, value, index: header === null ? -1 : columns.indexOf(header) };
  });
  const copied = copyColumns(list);
  const sources = rows.map(({ id, line, cells, skipped, keepRepeat, note }, position) => ({
    id,
    line,
    n: position + 1,
    keepRepeat,
    recipient: cellText(cells[address]),
    values: fed.map(({ type, value, index }) => (index === -1 ? value : cellValue(cells[index], type).trim())),
    leftOut: skipped === null ? null : SKIP_REASONS[skipped],
    findings: note === undefined ? [] : [{ kind: "ragged", severity: "note", message: note } as const],
    ...copyCellsOf(copied, cells),
  }));
  return checkSources(sources, {
    ...mail,
    columns: columnsReport(list, mail.variables, feeds),
    recipientColumn: mapping.address,
    dateOrders: mapping.dates,
    repeats: list.repeats,
    rowsOverLimit: over,
    copies: copySourcesOf(copied, copies),
  });
}

interface CopyColumn {
  field: CopyField;
  header: string;
  index: number;
}

/** The columns whose addresses get a copy. */
export function copyColumns(list: Pick<List, "columns" | "mapping">): CopyColumn[] {
  return COPY_FIELDS.flatMap((field) => {
    const header = copyColumn(list, field);
    return header === null ? [] : { field, header, index: list.columns.indexOf(header) };
  });
}

/** Where the copies come from: a column counts before the addresses for everyone. Null if there are none. */
function copySourcesOf(copied: readonly CopyColumn[], fixed: Checking["copies"]): Record<CopyField, CopySource> | null {
  const sourceOf = (wanted: CopyField): CopySource =>
    copied.find(({ field }) => field === wanted) ?? { people: readAddresses(fixed?.[wanted] ?? "", wanted).people };
  const sources = { cc: sourceOf("cc"), bcc: sourceOf("bcc") };
  const isEmpty = (source: CopySource) => "people" in source && source.people.length === 0;
  return isEmpty(sources.cc) && isEmpty(sources.bcc) ? null : sources;
}

/** The cells of a row with addresses for copies, unless they're blank. */
function copyCellsOf(copied: readonly CopyColumn[], cells: readonly Cell[]): Pick<CheckedRow, "copyCells"> {
  const found = copied.flatMap(({ field, index }) => {
    const text = cellText(cells[index]).trim();
    return text === "" ? [] : [[field, text] as const];
  });
  return found.length === 0 ? {} : { copyCells: Object.fromEntries(found) };
}
