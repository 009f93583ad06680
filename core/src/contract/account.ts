import * as z from "zod";
import { endpoint, success, timeField } from "./endpoint.ts";
import { hoursOfDay, timeZoneField } from "./hours.ts";
import { limitsSchema } from "./limits.ts";

export { GMAIL_SEND_SCOPE, GOOGLE_SCOPES } from "./googleScopes.ts";

/** How much of the account's daily limit is left (rolling 24 hours; only mail sent from here is counted). */
export const quota = z.object({
  limit: z.number().int().nonnegative(),
  sent: z.number().int().nonnegative(),
  /** What sends that have begun still have to send; it is not in `left` any more. */
  queued: z.number().int().nonnegative().optional(),
  left: z.number().int().nonnegative(),
  /** When the next hour's sends fall out of the 24 hours, rounded up to the hour; null when nothing was sent. */
  more_at: timeField.nullable(),
  more_count: z.number().int().nonnegative(),
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
      /** Mails a minute that the pace allows. */
      sendRate: z.number().positive(),
      /** Whether a Gmail grant is stored; false after "Disconnect Google" or a revoked grant. */
      connected: z.boolean(),
    }),
  }),
});

/** What a person has settled for the account. */
export const settings = z.object({
  /** Whether what the page sends is held for some seconds, so that it can be undone. */
  undo_send: z.boolean(),
  /** When a send that the daily quota interrupted goes on. */
  hours: hoursOfDay,
  /** Where these hours are meant, for calls that name no zone; null: nowhere, such a send goes on at any hour. */
  time_zone: z.string().nullable(),
});
export type Settings = z.infer<typeof settings>;

export const getSettings = endpoint({
  method: "GET",
  path: "/api/account/settings",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  /** `unreadable`: what is stored can't be read, and these are the default settings. */
  output: success({ settings, unreadable: z.literal(true).optional() }),
});

/** Changes what is named; the rest stays. Sends that have begun keep what they began with. */
export const saveSettings = endpoint({
  method: "PUT",
  path: "/api/account/settings",
  rate: "settings",
  input: settings.extend({ time_zone: timeZoneField.nullable() }).partial(),
  output: success({ settings }),
});

export const storeToken = endpoint({
  method: "POST",
  path: "/api/auth/google/store-token",
  auth: "none",
  rate: "sign_ins",
  input: z.object({ authorization_code: z.string().min(1).max(4_000) }),
  output: success({ id_token: z.string() }),
});

/**
 * Ends every session of the user, including the caller's. Sends continue unless they are cancelled with it. A send that
 * can't be cancelled doesn't keep the sessions from ending.
 */
export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/api/account/sign-out-everywhere",
  rate: "account_changes",
  input: z.object({ cancel_sends: z.boolean().default(false) }),
  /** Both only where sends were to be cancelled. */
  output: success({
    /** How many sends were cancelled. */
    stopped: z.number().int().nonnegative().optional(),
    /** How many couldn't be cancelled; null if the server couldn't list the sends. */
    not_stopped: z.number().int().nonnegative().nullable().optional(),
  }),
});

export const disconnect = endpoint({
  method: "POST",
  path: "/api/account/disconnect",
  rate: "account_changes",
  input: z.object({}),
  output: success({}),
});

/** Everything of the user's own as a zip: `account.json`, `sends.json`, and a folder for each template with its files. */
export const exportAccount = endpoint({
  method: "GET",
  path: "/api/account/export",
  rate: "exports",
  input: z.object({}),
  output: z.instanceof(Blob),
  file: true,
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/account",
  rate: "account_changes",
  input: z.object({}),
  output: success({
    /** False when there were too many sends for one request: the server goes on deleting them by itself. */
    complete: z.boolean().default(true),
  }),
});
