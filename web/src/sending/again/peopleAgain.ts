import type { Corrections } from "@sendwright/core/contract";
import { ADDRESS } from "../tableRows.ts";
import type { PeopleAgain } from "../way.ts";

/** The people of a send who are put right, a row each. */
export function peopleAgain(send: string, { rows, variables, date_orders }: Corrections): PeopleAgain {
  const own = variables.filter((name) => name !== ADDRESS);
  return {
    send,
    variables,
    dateOrders: date_orders,
    rows: rows.map(({ row, recipient, name = "", reason, cancelled, values }) => {
      const filled = own.flatMap((variable) => (values[variable] ? [[variable, values[variable]] as const] : []));
      return {
        row,
        who: recipient || name,
        reason: cancelled ? "" : reason,
        cells: new Map([[ADDRESS, recipient], ...filled]),
      };
    }),
  };
}
