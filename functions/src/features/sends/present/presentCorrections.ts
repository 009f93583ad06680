import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import { MAX_CORRECTED_ROWS } from "@sendwright/core/contract/limits";
import type { Corrections, getCorrections } from "@sendwright/core/contract/sends";
import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { correctedRows, toCorrect } from "@sendwright/core/sends/correctable";
import { chargeDocuments, spendDocuments } from "../../../http/rateLimit.ts";
import { dateOrdersOf } from "../../../store/sends/read.ts";
import { readRows } from "../../../store/sends/readRows.ts";
import type { Engine } from "../engine.ts";
import { findSend } from "../maintenance/wake.ts";
import { snapshotOf } from "./snapshot.ts";
import { presentAllRows, presentCorrected } from "./view.ts";

/**
 * People of a send that is over, as they were written: those who can be corrected at this moment, or those who received
 * it. Throws `not_found`, `rate_limited`, and `wrong_state` until it is over and once the data has been deleted.
 */
export async function showCorrections(
  engine: Engine,
  uid: string,
  { id, who = "unsent" }: InputOf<typeof getCorrections>,
): Promise<Corrections> {
  const send = await findSend(engine, uid, id);
  if (send.endedAt === null) throw new AppError("wrong_state", "This send isn't over yet. Wait until it is.");
  const snapshot = await snapshotOf(send);
  spendDocuments(uid, send.counts.total);
  const [{ results }, corrected] = await Promise.all([presentAllRows(send), presentCorrected(send)]);
  const chosen =
    who === "received"
      ? results.filter(({ status }) => status === "sent")
      : toCorrect(results, correctedRows({ corrected }));
  const people = chosen.slice(0, MAX_CORRECTED_ROWS);
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
