import * as z from "zod/mini";
import { endpoint, success, timeField, wholeNumber } from "./endpoint.ts";
import { hoursOfDay, timeZoneField } from "./hours.ts";
import { HTML_PER_TEXT, limitsSchema, MAX_SIGNATURE_LENGTH } from "./limits.ts";
import { addressesField } from "./templates.ts";

export { GMAIL_SEND_SCOPE, GOOGLE_SCOPES } from "./googleScopes.ts";

/**
 * How much of the account's daily limit is left (rolling 24 hours; only email sent from here
 * counts).
 */
export const quota = z.object({
  /** Recipients in 24 hours: an email counts once for each person who gets it, copies included. */
  limit: wholeNumber,
  sent: wholeNumber,
  /** The emails still to go in sends that have begun; `left` doesn't include them. */
  queued: z.optional(wholeNumber),
  left: wholeNumber,
  /**
   * When the next hour's sends leave the 24 hours, rounded up to the hour; null if nothing was
   * sent.
   */
  more_at: z.nullable(timeField),
  more_count: wholeNumber,
});
export type Quota = z.infer<typeof quota>;

export const getConfig = endpoint({
  method: "GET",
  path: "/api/config",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  output: success({
    config: z.object({
      limits: limitsSchema,
      extensionId: z.string(),
      userEmail: z.string(),
      quota,
      /** Emails per minute that the pace allows. */
      sendRate: z.number().check(z.positive()),
      /** Whether a Gmail grant is stored; false after "Disconnect Google" or a revoked grant. */
      connected: z.boolean(),
      /**
       * Only while an operator has stopped this account's sends, or everyone's: their reason, may
       * be blank.
       */
      stopped: z.optional(z.string()),
    }),
  }),
});

/** A person's settings. */
export const settings = z.object({
  /** Whether the page holds each send for some seconds so that you can undo it. */
  undo_send: z.boolean(),
  /** When a send that the daily quota interrupted resumes. */
  hours: hoursOfDay,
  /**
   * The zone of these hours, for calls that name none. If null, such a send resumes at any hour.
   */
  time_zone: z.nullable(z.string()),
  /**
   * Where replies go unless the template or the send says otherwise; blank for the Gmail address.
   */
  reply_to: z._default(z.string(), ""),
  /**
   * HTML below every email, without placeholders, unless the template or the call says otherwise;
   * "" for none.
   */
  signature: z._default(z.string(), ""),
});
export type Settings = z.infer<typeof settings>;

export const getSettings = endpoint({
  method: "GET",
  path: "/api/account/settings",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  /** `unreadable`: the stored settings can't be read, and these are the defaults. */
  output: success({ settings, unreadable: z.optional(z.literal(true)) }),
});

/** Changes only the settings it names. Sends that have begun keep theirs. */
export const saveSettings = endpoint({
  method: "PUT",
  path: "/api/account/settings",
  rate: "settings",
  input: z.partial(
    z.extend(settings, {
      time_zone: z.nullable(timeZoneField),
      reply_to: addressesField,
      /** The handler refuses a tenth of this in its own words. */
      signature: z.string().check(z.maxLength(10 * MAX_SIGNATURE_LENGTH * HTML_PER_TEXT)),
    }),
  ),
  output: success({ settings }),
});

export const storeToken = endpoint({
  method: "POST",
  path: "/api/auth/google/store-token",
  auth: "none",
  rate: "sign_ins",
  input: z.object({ authorization_code: z.string().check(z.minLength(1), z.maxLength(4_000)) }),
  output: success({ id_token: z.string() }),
});

/**
 * Ends every session of the user, including the caller's. Sends continue unless the call cancels
 * them. A send that can't be canceled doesn't stop the sign-out.
 */
export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/api/account/sign-out-everywhere",
  rate: "account_changes",
  input: z.object({ cancel_sends: z._default(z.boolean(), false) }),
  /** Both only if the call cancels sends. */
  output: success({
    stopped: z.optional(wholeNumber),
    /** How many sends couldn't be canceled; null if the server couldn't list the sends. */
    not_stopped: z.optional(z.nullable(wholeNumber)),
  }),
});

export const disconnect = endpoint({
  method: "POST",
  path: "/api/account/disconnect",
  rate: "account_changes",
  input: z.object({}),
  output: success({}),
});

/** The export of a user's data, as far as it is. */
export const exportState = z.discriminatedUnion("state", [
  /** There is none, or its time is over. */
  z.object({ state: z.literal("none") }),
  /** Bytes, about; both 0 until they are known. */
  z.object({ state: z.literal("working"), done: wholeNumber, total: wholeNumber }),
  z.object({
    state: z.literal("ready"),
    bytes: wholeNumber,
    /** Until when the server gives an address. */
    until: timeField,
    /** Where anyone can download the file for 15 minutes. */
    address: z.url(),
  }),
  z.object({ state: z.literal("failed") }),
]);
export type ExportState = z.infer<typeof exportState>;

/**
 * Begins an export of all of the user's data as a zip: `account.json`, `sends.json`, and a folder
 * for each template and each send with data. One that is at work or ready stays as it is.
 */
export const startExport = endpoint({
  method: "POST",
  path: "/api/account/export",
  // Only one that is new counts among the day's `exports`.
  rate: "account_changes",
  input: z.object({}),
  output: success({ export: exportState }),
});

export const getExport = endpoint({
  method: "GET",
  path: "/api/account/export/state",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  output: success({ export: exportState }),
});

/** Refused: older pages got the file as the answer. */
export const exportAsFile = endpoint({
  method: "GET",
  path: "/api/account/export",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  output: success({}),
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/account",
  rate: "account_changes",
  input: z.object({}),
  output: success({
    /**
     * False if there were too many sends for one request. The server then deletes the rest later.
     */
    complete: z._default(z.boolean(), true),
  }),
});
