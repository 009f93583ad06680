import { isEmptyBody, signatureProblem } from "@sendwright/core/body/length";
import { requireTemplateSize } from "@sendwright/core/check/templateFields";
import type * as contract from "@sendwright/core/contract/account";
import { AppError } from "@sendwright/core/contract/appError";
import { PAGE_OUTDATED } from "@sendwright/core/contract/messages";
import { addressesText, requireAddresses } from "@sendwright/core/recipients/copies";
import { config } from "../../config.ts";
import { waitUncharged } from "../../http/processorTime.ts";
import { chargeDocuments, limitEverywhere } from "../../http/rateLimit.ts";
import type { Handler, OpenHandler } from "../../http/route.ts";
import { sanitizedSignature } from "../../mail/lateMail.ts";
import { accountState, endSessions } from "../../platform/accounts.ts";
import { readQuota } from "../../store/dailyQuota.ts";
import { askForExport, beginExport, deleteExport, readExport } from "../../store/exports.ts";
import { readGoogleAccount, unlinkGoogle } from "../../store/grants.ts";
import { changeSettings, readKnownSettings } from "../../store/settings.ts";
import { stopOf } from "../../store/stops.ts";
import { raiseTombstone } from "../../store/tombstones.ts";
import { cancelOpenSends } from "./cancelOpenSends.ts";
import { deleteAccount } from "./deleteAccount.ts";
import { shownExport } from "./export/shownExport.ts";
import { linkGoogle } from "./linkGoogle.ts";
import { resumeAfterReconnect } from "./resumeAfterReconnect.ts";

/** `GET /api/config` */
export const getConfig: Handler<typeof contract.getConfig> = async ({ user }) => {
  const { limits, extensionId, sendRatePerMinute } = config();
  const reading = readGoogleAccount(user.sub);
  const [account, { open, ...quota }, stop] = await Promise.all([
    reading,
    readQuota(user.uid, reading),
    stopOf(user.uid, user.sub),
  ]);
  // Each open send, because the quota counts what it still has to send, and three more than other
  // calls read.
  chargeDocuments(user.uid, open + 3);
  return {
    success: true,
    config: {
      limits,
      extensionId,
      userEmail: user.email,
      quota,
      sendRate: sendRatePerMinute,
      connected: account !== null,
      ...(stop && { stopped: stop.reason }),
    },
  };
};

/** `GET /api/account/settings` */
export const getSettings: Handler<typeof contract.getSettings> = async ({ user }) => {
  const { settings, isReadable } = await readKnownSettings(user.uid);
  return { success: true, settings, ...(!isReadable && { unreadable: true }) };
};

/** `PUT /api/account/settings` */
export const saveSettings: Handler<typeof contract.saveSettings> = async ({ user, input }) => {
  const { reply_to, signature, ...rest } = input;
  const replies =
    reply_to === undefined
      ? {}
      : { reply_to: addressesText(requireAddresses(reply_to, "replyTo")) };
  const signed = signature === undefined ? {} : { signature: await cleanSignature(signature) };
  return {
    success: true,
    settings: await changeSettings(user.uid, { ...rest, ...replies, ...signed }),
  };
};

/**
 * A signature as it is stored; "" if readers would see nothing of it. Throws `invalid_input`,
 * `table_too_large`.
 */
async function cleanSignature(html: string): Promise<string> {
  requireShortSignature(html);
  const clean = await sanitizedSignature(html);
  requireShortSignature(clean);
  requireTemplateSize(0, clean);
  return isEmptyBody(clean) ? "" : clean;
}

function requireShortSignature(html: string): void {
  const problem = signatureProblem(html);
  if (problem !== null) throw new AppError("invalid_input", problem);
}

/**
 * `POST /api/auth/google/store-token`: needs no Firebase session; the grant is stored under the Google account. Sends
 * that waited for the permission resume, unless their owner was disabled or deleted.
 */
export const storeToken: OpenHandler<typeof contract.storeToken> = async ({ input }) => {
  const { sub, idToken } = await linkGoogle(input.authorization_code);
  await resumeAfterReconnect(sub, (uid) => maySend(uid, sub));
  return { success: true, id_token: idToken };
};

/**
 * Whether a user's sends may resume. Those of an account that was deleted in the authentication
 * service itself end.
 */
async function maySend(uid: string, sub: string): Promise<boolean> {
  const state = await accountState(uid);
  if (state === "gone") await raiseTombstone(uid, Date.now(), sub);
  return state === "active";
}

/**
 * `POST /api/account/sign-out-everywhere`: cancels sends first, because afterwards no one could ask
 * again
 */
export const signOutEverywhere: Handler<typeof contract.signOutEverywhere> = async ({
  user,
  input,
}) => {
  const cancelled = input.cancel_sends && (await cancelOpenSends(user.uid, Date.now()));
  await waitUncharged(() => endSessions(user.uid));
  return { success: true, ...cancelled };
};

/** `POST /api/account/disconnect`: sends in progress wait for a new permission. */
export const disconnect: Handler<typeof contract.disconnect> = async ({ user }) => {
  await waitUncharged(() => unlinkGoogle(user.sub));
  return { success: true };
};

/**
 * `POST /api/account/export`: a new one counts against the day once it is known that no other is at
 * work or ready.
 */
export const startExport: Handler<typeof contract.startExport> = async ({ user }) => {
  const now = Date.now();
  const { made, isNew } = await beginExport(user.uid, now);
  if (isNew) {
    try {
      await limitEverywhere("exports", user.sub);
    } catch (refusal) {
      await deleteExport(user.uid);
      throw refusal;
    }
    await askForExport({ uid: user.uid, id: made.id });
  }
  return { success: true, export: await shownExport(user.uid, made, now) };
};

/** `GET /api/account/export/state` */
export const getExport: Handler<typeof contract.getExport> = async ({ user }) => {
  return {
    success: true,
    export: await shownExport(user.uid, await readExport(user.uid), Date.now()),
  };
};

/** `GET /api/account/export`, by which older pages got the file itself */
export const exportAsFile: Handler<typeof contract.exportAsFile> = async () => {
  throw new AppError("page_outdated", PAGE_OUTDATED);
};

/** `DELETE /api/account` */
export const remove: Handler<typeof contract.deleteAccount> = async ({ user }) => {
  return { success: true, complete: await deleteAccount(user.uid, user.sub) };
};
