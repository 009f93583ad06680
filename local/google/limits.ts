import { GoogleError } from "./googleError.ts";

/** Gmail's daily limit for one account, off unless switched on; `delayMs` is the time that every send takes. */
interface GoogleLimits {
  perDay?: number;
  delayMs?: number;
}

const DAY = 24 * 60 * 60_000;
const NAMES = ["perDay", "delayMs"];

/** Whose limits a request body sets and which, or a sentence about its problem. */
export function parseLimits(body: unknown): { user: string; limits: GoogleLimits } | string {
  const { user, ...limits } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof user !== "string") return '"user" is an address.';
  if (Object.keys(limits).length === 0) return `Which limit? ${NAMES.join(", ")}.`;
  for (const [name, value] of Object.entries(limits)) {
    if (!NAMES.includes(name)) return `There is no limit "${name}": ${NAMES.join(", ")}.`;
    if (!Number.isInteger(value) || Number(value) < 0) return `"${name}" is a whole number from 0.`;
  }
  return { user: user.toLowerCase(), limits };
}

/** The limits that are switched on; counts what each account has sent. */
export function openLimits(now: () => number) {
  const limits = new Map<string, GoogleLimits>();
  const sends = new Map<string, number[]>();
  return {
    set: (user: string, given: GoogleLimits): void => void limits.set(user, { ...limits.get(user), ...given }),

    /** Switches off the limits of one account, or all of them. */
    clear: (user?: string): void => void (user === undefined ? limits.clear() : limits.delete(user)),

    delayOf: (user: string): number => limits.get(user)?.delayMs ?? 0,

    /** Counts one send of this account. Throws Gmail's refusal, which names the time, when the rolling 24 hours are full. */
    spend(user: string): void {
      const { perDay = Number.POSITIVE_INFINITY } = limits.get(user) ?? {};
      const day = (sends.get(user) ?? []).filter((time) => time > now() - DAY);
      if (day.length >= perDay) {
        const time = new Date(Math.max(now(), (day.at(-perDay) ?? now()) + DAY)).toISOString();
        const message = `User-rate limit exceeded.  Retry after ${time} (Mail sending)`;
        throw new GoogleError(429, "rateLimitExceeded", message);
      }
      sends.set(user, [...day, now()]);
    },
  };
}
