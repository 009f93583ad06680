import type { DateFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { changed } from "@sendwright/core/list/change";
import { ADDRESS, type Cell, type List, textIn } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { asksForName } from "@sendwright/core/recipients/personName";
import type { RecipientText } from "@sendwright/core/recipients/recipients";

interface People {
  recipients: readonly RecipientText[];
  variables: readonly Variable[];
  /** The values in the fields. */
  values: ReadonlyMap<string, string>;
  dateFormat: DateFormat;
}

/**
 * The list of the people in Direct Send. Names get a column; if the email has none, every placeholder that isn't sticky
 * does. All others keep one value for everyone. Each person gets their own name if it is known; otherwise the cell stays
 * blank, except for the first person: no one is greeted by someone else's name.
 */
export function listOfPeople({ recipients, variables, values, dateFormat }: People): List {
  const own = ownVariables(variables);
  const list = listOfAddresses(recipients, emptyList());
  const wide = changed(list, { type: "columns", values: new Map(own.map(({ name }) => [name, ""])) });
  const cells = wide.rows.flatMap((row, index) =>
    own
      .filter(({ name }) => !asksForName(name) || (index === 0 && textIn(wide, row, name) === ""))
      .map((variable) => ({
        ...{ id: row.id, header: variable.name },
        cell: cellOf(variable, values.get(variable.name) ?? "", dateFormat),
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
