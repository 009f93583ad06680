import { AppError } from "@sendwright/core/contract/appError";
import type { Reason } from "@sendwright/core/contract/reasons";
import { logError, logWarning } from "../../../platform/log.ts";
import type { Grant } from "../../../store/grants.ts";
import type { HeldLease } from "../../../store/senders.ts";
import { closeWindow } from "../../../store/throttle.ts";
import type { Engine } from "../engine.ts";
import type { Stop } from "./rateLimiter.ts";

/** Milliseconds until we ask the authentication service again if it didn't answer. */
const ASK_AGAIN_MS = 60_000;

/**
 * Asks, once per slice, whether the lease's user may still send. Null if they may. If the account
 * was deleted in the authentication service itself, the user's sends end, and the sweep deletes the
 * rest, including the permission.
 */
export async function checkOwner(
  engine: Engine,
  { uid }: HeldLease,
  sub: string,
): Promise<Stop | null> {
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

/** Whose email goes out, and the access token that allows it. */
export interface ConnectedAccount {
  grant: Grant;
  accessToken: string;
}

/**
 * Problems that only the user can solve, by connecting the account again: Google refuses the grant,
 * or we can't unseal it any more.
 */
const GRANT_LOST_REASONS: ReadonlySet<Reason> = new Set([
  "reconnect_required",
  "encryption_failed",
]);

/**
 * A Google account's grant and access token, fresh before the first claim. Else why nothing can be
 * sent now: the permission is gone (`reconnect`), Google's sign-in doesn't work and we try again
 * later (`rest`), or it refuses this server, and a person must look (`fault`).
 */
export async function connect(
  engine: Engine,
  held: HeldLease,
  sub: string,
): Promise<ConnectedAccount | Stop> {
  try {
    const grant = await engine.ledger.readGrant(sub);
    if (!grant) return { kind: "reconnect" };
    const { token } = await engine.freshAccessToken(grant.refreshToken);
    return { grant, accessToken: token };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (GRANT_LOST_REASONS.has(cause.reason)) return { kind: "reconnect" };
    if (cause.reason !== "service_unavailable") {
      logError("Google's sign-in refuses this server", { reason: cause.reason, error: cause });
      return { kind: "fault" };
    }
    const now = engine.now();
    held.pace = closeWindow(held.pace, {
      calledAt: now,
      now,
      retryAfter: null,
      random: engine.random(),
    });
    return { kind: "rest", until: held.pace.closedUntil };
  }
}

/**
 * After Google refused an email for lack of permission: asks Google whether the permission still
 * exists, and deletes our grant if it doesn't, so that the page offers to connect again instead of
 * showing no problem.
 */
export async function forgetLostGrant(engine: Engine, sub: string): Promise<void> {
  const grant = await engine.ledger.readGrant(sub).catch(unlessSealed);
  if (!grant) return;
  try {
    await engine.freshAccessToken(grant.refreshToken);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (cause.reason === "reconnect_required") await engine.ledger.forgetGrant(grant);
  }
}

/** A grant that we can't unseal stays: its key may come back. */
function unlessSealed(cause: unknown): null {
  if (cause instanceof AppError) return null;
  throw cause;
}
