import { isFaultless } from "@sendwright/core/check/skipReasons";
import type { Corrections, RowResult, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { writtenWords } from "../../components/WrittenText.tsx";
import { type NamedSend, sendTitle } from "../sendHeading.ts";
import type { PeopleAgain } from "../sendingEvents.ts";

/** The people of a send that are being corrected, with all rows of the list. */
export function peopleAgain(
  { id, ...named }: Pick<Send, "id"> & NamedSend,
  { rows, variables, date_orders, number_forms = {} }: Corrections,
): PeopleAgain {
  return {
    send: id,
    name: `People of “${writtenWords(sendTitle(named))}”`,
    isCorrection: true,
    variables,
    dates: new Map(Object.entries(date_orders)),
    numbers: new Map(Object.entries(number_forms)),
    rows: rows.map(({ row, recipient, values, cc, bcc, files, file_sizes: sizes, ...was }) => ({
      row,
      ...(was.cancelled && was.joined_to === undefined && { wasMeant: true as const }),
      recipient,
      values: new Map(Object.entries(values)),
      ...(files && { files: files.map((name, at) => ({ name, size: sizes?.[at] ?? null })) }),
      copyCells: { ...(cc !== undefined && { cc }), ...(bcc !== undefined && { bcc }) },
    })),
    // Further rows of an email come along with it.
    corrections: withoutFurther(rows).map(({ row, recipient, name = "", reason, cancelled }) => ({
      row,
      who: recipient || name,
      // What skipped a row without an error is over.
      reason: cancelled || isFaultless(reason) ? "" : reason,
    })),
  };
}

/** Says that people of a send can get another email now, if that isn't on the screen. */
export function listIsReady(
  send: NamedSend,
  rows: readonly Pick<RowResult, "joined_to">[],
): string {
  const people = pluralize(withoutFurther(rows).length, "person", "people");
  return `The list with ${people} of “${writtenWords(sendTitle(send))}” is ready.`;
}
