import { largest } from "@sendwright/core/largest";
import { countSends } from "../../../store/dailyQuota.ts";
import type { HeldLease } from "../../../store/senders.ts";
import type { RowRef } from "../../../store/sends/rows.ts";
import { countCalls } from "../../../store/throttle.ts";
import type { Engine } from "../engine.ts";
import type { ActiveSends } from "./activeSends.ts";

/** The note of a row whose outcome no one can know; only a person sends it again. */
export const UNKNOWN = "We can't tell whether this email went out. Check your Sent folder.";

/**
 * Before a new lease sends anything: makes every row that dead workers left claimed `warning`,
 * counts all their calls into pace and quota, and counts their death for the send they served.
 */
export async function recover(engine: Engine, held: HeldLease, active: ActiveSends): Promise<void> {
  if (held.dead.length === 0) return;
  const sends = new Set<string>();
  for (const dead of held.dead) {
    const rows = await engine.ledger.rowsOfLease(dead.id);
    await giveUp(
      engine,
      rows.filter(({ state }) => state === "sending"),
    );
    for (const row of rows) sends.add(row.send);
    const calls = largest(rows.map(({ call }) => call));
    // Each may have had as many recipients as the largest email of this lease.
    const most = Math.max(1, largest(rows.map(({ recipients }) => recipients)));
    const uncounted = Math.max(0, calls - dead.counted) * most;
    held.pace = countCalls(held.pace, engine.now(), uncounted);
    held.hours = countSends(held.hours, engine.now(), uncounted);
    for (const { id, worker } of active.all()) {
      if (worker !== dead.id) continue;
      const { send } = await engine.ledger.apply(
        id,
        { kind: "workerDied", lease: dead.id },
        "worker",
        engine.now(),
      );
      if (send) active.wrote(send);
    }
  }
  for (const id of sends) {
    const settled = await engine.ledger.settle(id, engine.now());
    if (settled) active.wrote(settled);
  }
  held.dead = [];
  await engine.ledger.keepLease(held, engine.now());
}

/**
 * Makes claimed rows of a send `warning` if this worker holds none of them: a worker that had lost
 * its lease claimed them. Without this, the send would wait for them forever.
 */
export async function recoverStrays(engine: Engine, send: string): Promise<void> {
  await giveUp(engine, await engine.ledger.claimedRows(send));
}

async function giveUp(engine: Engine, claimed: RowRef[]): Promise<void> {
  for (const row of claimed)
    await engine.ledger.finishRow(row, { state: "warning", reason: UNKNOWN });
}
