import type { DateFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { changed } from "@sendwright/core/list/change";
import { ADDRESS, type Cell, type List, textIn } from "@sendwright/core/list/list";
import { asksForName } from "@sendwright/core/recipients/personName";
import type { Email } from "../form/email.ts";
import { type SendForm, valueFor } from "../form/sendForm.ts";

/**
 * Addresses as a table, so that each person can have their own values. Names get a column; if the email has none, every
 * placeholder that isn't sticky does. All others keep one value for everyone. Each person gets their own name if it is
 * known; otherwise the cell stays blank, except for the first person: no one is greeted by someone else's name.
 */
export function tableOf(
  addresses: List,
  { variables, dateFormat }: Pick<Email, "variables" | "dateFormat">,
  values: SendForm["values"],
): List {
  const own = ownVariables(variables);
  const wide = changed(addresses, { type: "columns", values: new Map(own.map(({ name }) => [name, ""])) });
  const cells = wide.rows.flatMap((row, index) =>
    own
      .filter(({ name }) => !asksForName(name) || (index === 0 && textIn(wide, row, name) === ""))
      .map((variable) => ({
        ...{ id: row.id, header: variable.name },
        cell: cellOf(variable, valueFor(values, variable.name), dateFormat),
      })),
  );
  return changed(wide, { type: "cells", cells });
}

function ownVariables(variables: readonly Variable[]): readonly Variable[] {
  const others = variables.filter(({ name }) => name !== ADDRESS);
  const names = others.filter(({ name }) => asksForName(name));
  return names.length > 0 ? names : others.filter(({ type }) => type !== "sticky");
}

/** A date from a date field knows its ISO date; anything else is text. */
function cellOf({ type }: Variable, value: string, format: DateFormat): Cell {
  if (type !== "date" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  return { text: formatDate(value, { format, order: "mdy" }).text, iso: value };
}
