import { AppError } from "@sendwright/core/contract/appError";
import { MAX_CORRECTED_ROWS } from "@sendwright/core/contract/limits";
import type { Corrections } from "@sendwright/core/contract/sends";
import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { correctedRows, toCorrect } from "@sendwright/core/sends/correctable";
import { chargeDocuments, spendDocuments } from "../../../http/rateLimit.ts";
import { dateOrdersOf } from "../../../store/sends/read.ts";
import { readRows } from "../../../store/sends/readRows.ts";
import { findSend } from "../attend/wake.ts";
import type { Engine } from "../engine.ts";
import { snapshotOf } from "./snapshot.ts";
import { presentAllRows, presentCorrected } from "./view.ts";

/**
 * Who of a send that is over can be put right at this moment, as they were written. Throws `not_found`,
 * `rate_limited`, and `wrong_state` while it goes on and once the data has been deleted.
 */
export async function showCorrections(engine: Engine, uid: string, key: string): Promise<Corrections> {
  const send = await findSend(engine, uid, key);
  if (send.endedAt === null) throw new AppError("wrong_state", "This send goes on: correct it when it is over.");
  const snapshot = await snapshotOf(send);
  spendDocuments(uid, send.counts.total);
  const [{ results }, corrected] = await Promise.all([presentAllRows(send), presentCorrected(send)]);
  const people = toCorrect(results, correctedRows({ corrected })).slice(0, MAX_CORRECTED_ROWS);
  const stored = await readRows(
    send.id,
    people.map(({ row }) => row),
  );
  chargeDocuments(uid, stored.length);
  const byNumber = new Map(stored.map((row) => [row.n, row]));
  const { variables } = snapshot;
  return {
    success: true,
    variables,
    date_orders: Object.fromEntries(dateOrdersOf(snapshot)),
    rows: people.map(({ row, recipient, name, reason, cancelled }) => {
      const found = byNumber.get(row);
      return {
        ...{ row, recipient: formatRecipient({ address: recipient, name: found?.name ?? "" }), reason },
        ...(name !== undefined && { name }),
        ...(cancelled && { cancelled }),
        values: Object.fromEntries(variables.map((variable, i) => [variable, found?.values[i] ?? ""])),
      };
    }),
  };
}
