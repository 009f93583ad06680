import type { HeldLease } from "../../store/leases.ts";
import { countCalls } from "../../store/pace.ts";
import { countSends } from "../../store/quotas.ts";
import type { Row } from "../../store/sendsRows.ts";
import type { ActiveJobs } from "./activeJobs.ts";
import type { Engine } from "./engine.ts";

/** What a row says whose outcome nobody can know; only a person sends it again. */
export const UNKNOWN = "We can't tell whether this one went out: check your Sent folder.";

/**
 * Takes a lease just taken: what dead workers left claimed becomes `warning`, and every call of theirs is counted into
 * pace and quota, and their death to the send they served, before anything else is sent.
 */
export async function recover(engine: Engine, held: HeldLease, active: ActiveJobs): Promise<void> {
  if (held.dead.length === 0) return;
  const jobs = new Set<string>();
  for (const dead of held.dead) {
    const rows = await engine.ledger.rowsOfLease(dead.id);
    await giveUp(
      engine,
      rows.filter(({ state }) => state === "claimed"),
    );
    for (const row of rows) jobs.add(row.job);
    const calls = Math.max(0, ...rows.map(({ call }) => call));
    const uncounted = Math.max(0, calls - dead.counted);
    held.pace = countCalls(held.pace, engine.now(), uncounted);
    held.hours = countSends(held.hours, engine.now(), uncounted);
    for (const { id, worker } of active.all()) {
      if (worker !== dead.id) continue;
      const { job } = await engine.ledger.apply(id, { kind: "workerDied", lease: dead.id }, "worker", engine.now());
      if (job) active.wrote(job);
    }
  }
  for (const id of jobs) {
    const settled = await engine.ledger.settle(id, engine.now());
    if (settled) active.wrote(settled);
  }
  held.dead = [];
  await engine.ledger.keepLease(held, engine.now());
}

/**
 * Takes a send of which this worker holds no row: whatever is claimed all the same was claimed by one who should not
 * have worked any more. No send hangs on it.
 */
export async function recoverStrays(engine: Engine, job: string): Promise<void> {
  await giveUp(engine, await engine.ledger.claimedRows(job));
}

async function giveUp(engine: Engine, claimed: Row[]): Promise<void> {
  for (const row of claimed) await engine.ledger.finishRow(row, { state: "warning", reason: UNKNOWN });
}
