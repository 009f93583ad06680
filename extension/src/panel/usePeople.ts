import { leadingRow } from "@sendwright/core/check/joinedRows";
import type { Variable } from "@sendwright/core/contract";
import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import { cellText, cellValue, filledList, type List } from "@sendwright/core/list/list";
import { type Feeds, feedsOf } from "@sendwright/core/list/mapping";
import { previewedDate } from "@sendwright/core/list/moments";
import type { Suppressed } from "@sendwright/core/list/suppressed";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { type Email, emailValues } from "@sendwright/web/parts";
import { useMemo, useState } from "react";
import type { Draft } from "../shared/stored.ts";
import { listOfDraft } from "./peopleOfDraft.ts";

interface PeopleInput {
  draft: Draft | null;
  email: Email | null;
  /** The values that everyone gets. */
  values: ReadonlyMap<string, string>;
  limit: number;
  /** The people who get no email; undefined if they aren't known. */
  suppressed: Suppressed;
}

const NO_FEEDS: Feeds = new Map();

/** The people of the form, checked, and whose email the preview shows. */
export function usePeople({ draft, email, values, limit, suppressed }: PeopleInput) {
  const { recipients, typed = "", table, asTyped } = draft ?? {};
  const variables = email?.variables;
  const list = useMemo(
    () => recipients && listOfDraft({ recipients, typed, table, asTyped }, variables ?? []),
    [recipients, typed, table, asTyped, variables],
  );
  const check = useMemo(
    () =>
      list && email
        ? checkOnPage(filledList(list), {
            ...email,
            values,
            limit,
            ...(suppressed && { suppressed }),
          })
        : null,
    [list, email, values, limit, suppressed],
  );
  const feeds = useMemo(
    () => (list && variables ? feedsOf(list, variables) : NO_FEEDS),
    [list, variables],
  );
  const [shownRow, setShownRow] = useState<number | null>(null);
  const shown = rowInView(list ?? null, check, shownRow);
  const shownValues = useMemo(
    () =>
      list && shown && email && check ? valuesOf(list, shown, email, check, feeds, values) : values,
    [list, shown, email, check, feeds, values],
  );
  const leading = check?.rows.find(({ id, further }) => further && id === shown?.id);
  const joinedValues = useMemo(
    () => (email && check && leading ? emailValues(email, leading, check) : null),
    [email, check, leading],
  );
  const isOwn = ({ name }: Pick<Variable, "name">) => (feeds.get(name) ?? null) !== null;
  return {
    /** Null until the form has been read. */
    list: list ?? null,
    /** Null without an email. */
    check,
    feeds,
    /** Whether people have values of their own, in a table. */
    isTable: [...feeds.values()].some((header) => header !== null),
    isOwn,
    /** The person whose email the preview shows; null for none. */
    shownPerson: shown
      ? { ...recipientText(cellText(shown.cells[0])), ...(leading && { name: leading.name }) }
      : null,
    /** The values in that email; of an email for several rows, those of the first. */
    shownValues,
    /** What the server needs to render an email for several rows; null for any other. */
    joinedValues,
    showRow: setShownRow,
  };
}

/**
 * The row that was asked for, or that whose email it is part of; else the first that gets an email,
 * else the first.
 */
function rowInView(list: List | null, check: PageCheck | null, asked: number | null) {
  const checked = check?.rows.find((row) => row.id === asked);
  const id = check && checked ? leadingRow(check.rows, checked).id : asked;
  const ready = check?.rows.find(({ verdict }) => verdict === "ready")?.id;
  const rows = list ? filledList(list).rows : [];
  return (
    rows.find((row) => row.id === id) ?? rows.find((row) => row.id === ready) ?? rows[0] ?? null
  );
}

function valuesOf(
  list: List,
  { cells }: List["rows"][number],
  { variables, dateFormat }: Email,
  check: PageCheck,
  feeds: Feeds,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = variables.flatMap((variable) => {
    const { name, type } = variable;
    const header = feeds.get(name) ?? null;
    if (header === null) return [];
    const value = cellValue(cells[list.columns.indexOf(header)], type);
    return [
      [name, type === "date" ? previewedDate(variable, value, check, dateFormat) : value] as const,
    ];
  });
  return own.length === 0 ? values : new Map([...values, ...own]);
}
