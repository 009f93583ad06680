import { AppError } from "@sendwright/core/contract/appError";
import { MAX_SCHEDULE_DAYS } from "@sendwright/core/contract/limits";
import { isTooFarAhead } from "@sendwright/core/sends/schedule";

/**
 * When a send begins that asks for an ISO time, in milliseconds; null for now: if it asks for none, or that time has
 * come. Throws `invalid_input` for one too far ahead (rule: schedule).
 */
export function startOf(startAt: string | undefined, now: number): number | null {
  if (startAt === undefined) return null;
  const time = Date.parse(startAt);
  if (isTooFarAhead(time, now)) {
    throw new AppError("invalid_input", `A send can be scheduled at most ${MAX_SCHEDULE_DAYS} days ahead.`);
  }
  return time > now ? time : null;
}
