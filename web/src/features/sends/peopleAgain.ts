import type { Corrections } from "@sendwright/functions/contract";
import { knownName } from "../../sending/knownName.ts";
import { ADDRESS } from "../../sending/tableRows.ts";
import type { PeopleAgain } from "../../sending/way.ts";

/** The people of a send who are put right, a row each; of whom no values are kept, their name stands where it is asked for. */
export function peopleAgain({ rows, variables, date_orders }: Corrections): PeopleAgain {
  const own = variables.filter((name) => name !== ADDRESS);
  return {
    variables,
    dateOrders: date_orders,
    rows: rows.map(({ recipient, name = "", reason, values }) => {
      const cells = own.map((variable) => [variable, values ? values[variable] : knownName(variable, name)] as const);
      const filled = cells.flatMap(([variable, value]) => (value ? [[variable, value] as const] : []));
      return {
        ...{ who: recipient || name, reason, isBare: values === null && filled.length < own.length },
        cells: new Map([[ADDRESS, recipient], ...filled]),
      };
    }),
  };
}
