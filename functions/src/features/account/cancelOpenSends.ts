import { logError } from "../../platform/log.ts";
import { apply, settleCanceled } from "../../store/sends/apply.ts";
import { openSends } from "../../store/sends/read.ts";

/** The result that "sign out everywhere" returns. */
interface CancelResult {
  stopped: number;
  not_stopped: number | null;
}

/**
 * Cancels every open send of a user that it can, even if others fail, and counts them. A send that
 * has ended in the meantime counts as neither. Never throws.
 */
export async function cancelOpenSends(uid: string, now: number): Promise<CancelResult> {
  const counts = { stopped: 0, not_stopped: 0 };
  try {
    for (const { id } of await openSends(uid)) {
      const outcome = await cancelled(id, now);
      if (outcome !== "over") counts[outcome] += 1;
    }
    return counts;
  } catch (error) {
    logError("the open sends of a user could not be read", { uid, error });
    return { ...counts, not_stopped: null };
  }
}

async function cancelled(id: string, now: number): Promise<keyof CancelResult | "over"> {
  try {
    const { send, refused } = await apply(id, { kind: "cancelled" }, "user", now);
    if (send === null || refused !== null) return "over";
  } catch (error) {
    logError("a send could not be canceled", { send_id: id, error });
    return "not_stopped";
  }
  await settleCanceled(id, now);
  return "stopped";
}
