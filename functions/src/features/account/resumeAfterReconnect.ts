import { logWarning } from "../../platform/log.ts";
import { apply } from "../../store/sends/apply.ts";
import { isActive, sendsWaitingForReconnect } from "../../store/sends/read.ts";
import { enqueueSlice } from "../../store/sends/slices.ts";

/**
 * Resumes sends that waited for their Google account to be connected again. `maySend` says whether
 * a user may send: one Google account may have had several users here, one after the other.
 */
export async function resumeAfterReconnect(
  sub: string,
  maySend: (uid: string) => Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const waiting = await sendsWaitingForReconnect(sub);
  const owners = new Set(waiting.map(({ owner }) => owner));
  await Promise.all(
    [...owners].map(async (owner) => {
      if (!(await maySend(owner))) owners.delete(owner);
    }),
  );
  for (const { id, owner } of waiting) {
    if (!owners.has(owner)) continue;
    const { send } = await apply(id, { kind: "reconnected" }, "sign_in", now);
    if (!send || !isActive(send)) continue;
    // The sweep retries later.
    await enqueueSlice(owner, now).catch((error: unknown) => {
      logWarning("no task could be enqueued", { uid: owner, error });
    });
  }
}
