import { AppError } from "@sendwright/core/contract/appError";
import type { Reason } from "@sendwright/core/contract/reasons";
import { logError } from "../../../platform/log.ts";
import type { Grant } from "../../../store/grants.ts";
import type { HeldLease } from "../../../store/leases.ts";
import { closeWindow } from "../../../store/throttle.ts";
import type { Engine } from "../engine.ts";
import type { Stop } from "./rateLimiter.ts";

/** Whose mail is sent, and the access token that allows it. */
export interface ConnectedAccount {
  grant: Grant;
  accessToken: string;
}

/** What only the user can mend, by connecting the account again: Google refuses the grant, or nobody can open it any more. */
const LOST: ReadonlySet<Reason> = new Set(["reconnect_required", "encryption_failed"]);

/**
 * A Google account's grant and access token, fresh before the first claim. Else why nothing can be sent now: the
 * permission is gone (`reconnect`), Google's sign-in is out of order and is tried again later (`rest`), or it refuses
 * this server, whose owner has to look (`fault`).
 */
export async function connect(engine: Engine, held: HeldLease, sub: string): Promise<ConnectedAccount | Stop> {
  try {
    const grant = await engine.ledger.readGrant(sub);
    if (!grant) return { kind: "reconnect" };
    const { token } = await engine.freshAccessToken(grant.refreshToken);
    return { grant, accessToken: token };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (LOST.has(cause.reason)) return { kind: "reconnect" };
    if (cause.reason !== "service_unavailable") {
      logError("Google's sign-in refuses this server", { reason: cause.reason, error: cause });
      return { kind: "fault" };
    }
    const now = engine.now();
    held.pace = closeWindow(held.pace, { calledAt: now, now, retryAfter: null, random: engine.random() });
    return { kind: "rest", until: held.pace.closedUntil };
  }
}

/**
 * Asks Google, after it refused a mail for want of permission, whether the permission still stands, and deletes one
 * that does not, so that the page offers to connect again instead of saying that all is well.
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

/** A grant that cannot be opened is left: its key may come back. */
function unlessSealed(cause: unknown): null {
  if (cause instanceof AppError) return null;
  throw cause;
}
