import { AppError } from "../../../contract/appError.ts";
import type { Corrections, RowResult } from "../../../contract/sends.ts";
import { formatRecipient } from "../../../core/recipients/recipients.ts";
import { toCorrect } from "../../../core/sends/correctable.ts";
import { dateOrdersOf } from "../../../store/sends/read.ts";
import { readRows } from "../../../store/sends/readRows.ts";
import { findSend } from "../attend/wake.ts";
import type { Engine } from "../engine.ts";
import { snapshotOf } from "./snapshot.ts";
import { presentAllRows } from "./view.ts";

/**
 * Who of a send that is over can be put right at this moment, as they were written. Throws `not_found`, and
 * `wrong_state` while it goes on and once the data has been deleted.
 */
export async function showCorrections(engine: Engine, uid: string, key: string): Promise<Corrections> {
  const send = await findSend(engine, uid, key);
  const snapshot = await snapshotOf(send);
  if (send.endedAt === null) throw new AppError("wrong_state", "This send goes on: correct it when it is over.");
  const { results } = await presentAllRows(send);
  const people = toCorrect(results);
  const numbers = people.map(({ row }) => row);
  // Without a file all rows have the same values, and of who was left out none are kept.
  const model = send.kind === "csv" ? undefined : results.find(wasToGo)?.row;
  const stored = await readRows(send.id, model === undefined ? numbers : [...new Set([...numbers, model])]);
  const byNumber = new Map(stored.map((row) => [row.n, row]));
  const valuesOf = (n: number | undefined) => (n === undefined ? undefined : byNumber.get(n)?.values);
  const { variables } = snapshot;
  return {
    success: true,
    variables,
    date_orders: Object.fromEntries(dateOrdersOf(snapshot)),
    rows: people.map((person) => {
      const { row, recipient, name, reason } = person;
      const values = valuesOf(wasToGo(person) ? row : model);
      return {
        ...{ row, recipient: formatRecipient({ address: recipient, name: byNumber.get(row)?.name ?? "" }), reason },
        ...(name !== undefined && { name }),
        values: values ? Object.fromEntries(variables.map((variable, i) => [variable, values[i] ?? ""])) : null,
      };
    }),
  };
}

/** A row that was left out from the start has no values. */
function wasToGo({ status, cancelled }: RowResult): boolean {
  return status !== "skipped" || cancelled === true;
}
