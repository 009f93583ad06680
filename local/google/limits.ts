import { GoogleError } from "./googleError.ts";

/** Gmail's own limits, off unless switched on; `delayMs` is the time that every send takes. */
export interface GoogleLimits {
  perMinute?: number;
  perDay?: number;
  delayMs?: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERYBODY = "*";
const NAMES = ["perMinute", "perDay", "delayMs"] as const;

/** Whose limits a request body sets and which, or a sentence that says what is wrong with it. */
export function parseLimits(body: unknown): { user: string | undefined; limits: GoogleLimits } | string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "Limits are a JSON object.";
  const { user, ...given } = body as Record<string, unknown>;
  if (user !== undefined && typeof user !== "string") return '"user" is an address.';
  for (const [name, value] of Object.entries(given)) {
    if (!NAMES.some((each) => each === name)) return `There is no limit "${name}": ${NAMES.join(", ")}.`;
    if (!Number.isInteger(value) || Number(value) < 0) return `"${name}" is a whole number from 0.`;
  }
  if (Object.keys(given).length === 0) return `Which limit? ${NAMES.join(", ")}.`;
  return { user: user?.toLowerCase(), limits: given };
}

/** The switchable limits, for one account or for all; counts what each account has sent. */
export function openLimits(now: () => number) {
  const limits = new Map<string, GoogleLimits>();
  const sends = new Map<string, number[]>();

  const limitsOf = (user: string): GoogleLimits => ({ ...limits.get(EVERYBODY), ...limits.get(user) });

  return {
    set(user: string = EVERYBODY, given: GoogleLimits): void {
      limits.set(user, { ...limits.get(user), ...given });
    },

    /** Switches off the limits of one account, or all of them. */
    clear(user?: string): void {
      if (user === undefined) limits.clear();
      else limits.delete(user);
    },

    list: () => Object.fromEntries(limits),

    delayOf: (user: string): number => limitsOf(user).delayMs ?? 0,

    /** Counts one send of this account. Throws Gmail's refusal when the minute or the rolling 24 hours are full. */
    spend(user: string): void {
      const { perMinute = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY } = limitsOf(user);
      const day = (sends.get(user) ?? []).filter((time) => time > now() - DAY);
      if (day.length >= perDay) throw dailyLimit(now(), (day.at(-perDay) ?? now()) + DAY);
      if (day.filter((time) => time > now() - MINUTE).length >= perMinute) throw minuteLimit();
      sends.set(user, [...day, now()]);
    },
  };
}

function minuteLimit(): GoogleError {
  const message =
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com' for consumer 'project_number:100000000000'.";
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "RATE_LIMIT_EXCEEDED",
    domain: "googleapis.com",
  };
  return new GoogleError(429, "rateLimitExceeded", message, { details: [info] });
}

/** Gmail names the time in the message, not in a header. */
function dailyLimit(now: number, freeAt: number): GoogleError {
  const time = new Date(Math.max(now, freeAt)).toISOString();
  return new GoogleError(429, "rateLimitExceeded", `User-rate limit exceeded.  Retry after ${time} (Mail sending)`);
}
