import { AppError } from "@sendwright/core/contract/appError";
import { logWarning } from "../../../platform/log.ts";
import type { HeldLease } from "../../../store/leases.ts";
import type { Engine } from "../engine.ts";
import type { Stop } from "./rateLimiter.ts";

/** Milliseconds until we ask the authentication service again if it didn't answer. */
const ASK_AGAIN_MS = 60_000;

/**
 * Asks, once per slice, whether the lease's user may still send. Null if they may. If the account was deleted in the
 * authentication service itself, the user's sends end, and the sweep deletes the rest, including the permission.
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
