import { AppError } from "@sendwright/core/contract/appError";
import { logWarning } from "../../../platform/log.ts";
import type { HeldLease } from "../../../store/leases.ts";
import type { Engine } from "../engine.ts";
import type { Stop } from "./rateLimiter.ts";

/** Milliseconds until the authentication service is asked again when it gave no answer. */
const ASK_AGAIN_MS = 60_000;

/**
 * Asks, once a slice, whether the lease's user may still send. Null when they may. A user whose account was deleted in
 * the authentication service itself is dismissed: their sends end, and the sweep deletes the rest, the permission included.
 */
export async function checkOwner(engine: Engine, { uid }: HeldLease, sub: string): Promise<Stop | null> {
  try {
    const state = await engine.accountState(uid);
    if (state === "active") return null;
    if (state === "disabled") return { kind: "disabled" };
    await engine.ledger.raiseTombstone(uid, engine.now(), sub);
    return { kind: "gone" };
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== "service_unavailable") throw error;
    logWarning("it is not known whether a user may still send", { uid, error });
    return { kind: "rest", until: engine.now() + ASK_AGAIN_MS };
  }
}
