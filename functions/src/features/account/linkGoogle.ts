import { GMAIL_SEND_SCOPE } from "@sendwright/core/contract/account";
import { AppError } from "@sendwright/core/contract/appError";
import {
  exchangeCode,
  freshAccessToken,
  type GoogleIdentity,
  type GoogleTokens,
  revoke,
  verifyGoogleIdToken,
} from "../../platform/googleAuth.ts";
import { logWarning } from "../../platform/log.ts";
import { deleteGrant, readGrant, storeGrant } from "../../store/grants.ts";

/**
 * Verifies who signed in from the code of a popup sign-in, stores the permission to send, and
 * returns the account and Google's id token, the page's credential (rule: sign-in errors). Each
 * failure throws its own code; none leaves a grant of ours behind.
 */
export async function linkGoogle(code: string): Promise<{ sub: string; idToken: string }> {
  const exchanged = await exchangeCode(code);
  const { idToken } = exchanged;
  if (idToken === null) {
    throw new AppError("missing_id_token", "Google didn't say who signed in. Please try again.");
  }
  const identity = await verifyGoogleIdToken(idToken);
  const maySend = exchanged.scopes.includes(GMAIL_SEND_SCOPE);
  const earlier =
    exchanged.refreshToken === null || !maySend ? await workingToken(identity.sub) : null;
  const refreshToken = exchanged.refreshToken ?? earlier;
  if (!maySend) {
    // Ending this grant at Google would also end an earlier one, which sends may be using. If there
    // is none, the next sign-in must start over: only a first consent returns a refresh token.
    if (earlier === null) await startOver(exchanged);
    throw new AppError(
      "missing_gmail_scope",
      'Sending was not allowed. Sign in again and select "Send email on your behalf".',
    );
  }
  if (refreshToken === null) {
    await startOver(exchanged);
    throw new AppError(
      "missing_refresh_token",
      "Google gave us only temporary permission. Please sign in again.",
    );
  }
  await keep(identity, refreshToken, exchanged.scopes);
  return { sub: identity.sub, idToken };
}

/** The refresh token of an earlier sign-in, if Google still honors it; otherwise it is deleted. */
async function workingToken(sub: string): Promise<string | null> {
  try {
    const grant = await readGrant(sub);
    if (grant) await freshAccessToken(grant.refreshToken);
    return grant?.refreshToken ?? null;
  } catch (error) {
    const isLost =
      error instanceof AppError &&
      ["reconnect_required", "encryption_failed"].includes(error.reason);
    if (!isLost) throw error;
    logWarning("stored grant is lost", { reason: error.reason, error });
    await deleteGrant(sub);
    return null;
  }
}

/**
 * Ends the grant at Google, so that the next consent returns a refresh token. If that fails, the
 * next sign-in tries again.
 */
async function startOver({ refreshToken, accessToken }: GoogleTokens): Promise<void> {
  try {
    await revoke(refreshToken ?? accessToken);
  } catch (error) {
    logWarning("grant not revoked", { error });
  }
}

async function keep(
  identity: GoogleIdentity,
  refreshToken: string,
  scopes: string[],
): Promise<void> {
  try {
    await storeGrant({ ...identity, refreshToken, scopes });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      "token_store_or_firebase_signin_failed",
      "Your Google account could not be linked. Please try again.",
      { cause },
    );
  }
}
