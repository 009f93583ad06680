import type { Corrections } from "@sendwright/core/contract";
import type { PeopleAgain } from "../sendMode.ts";

/** The people of a send that are being corrected, a row each. */
export function peopleAgain(send: string, { rows, variables, date_orders }: Corrections): PeopleAgain {
  return {
    ...{ send, isCorrection: true, variables },
    dates: new Map(Object.entries(date_orders)),
    rows: rows.map(({ row, recipient, values }) => ({ row, recipient, values: new Map(Object.entries(values)) })),
    corrections: rows.map(({ row, recipient, name = "", reason, cancelled }) => ({
      row,
      who: recipient || name,
      reason: cancelled ? "" : reason,
    })),
  };
}
