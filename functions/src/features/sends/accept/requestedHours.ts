import { AppError } from "@sendwright/core/contract/appError";
import type { HoursOfDay, ZonedHours } from "@sendwright/core/contract/hours";
import { readSettings } from "../../../store/settings.ts";

/** A call's fields for the hours. */
interface Said {
  time_zone?: string | undefined;
  hours?: HoursOfDay | undefined;
}

/**
 * The hours in which a send resumes after the daily quota interrupted it: the call's, else those of the account's
 * settings. Null, for any hour, if neither names a zone. Throws `invalid_input`.
 */
export async function hoursOf(uid: string, { time_zone, hours }: Said): Promise<ZonedHours | null> {
  if (time_zone !== undefined && hours !== undefined) return { timeZone: time_zone, ...hours };
  const settings = await readSettings(uid);
  const timeZone = time_zone ?? settings.time_zone;
  if (timeZone !== null) return { timeZone, ...(hours ?? settings.hours) };
  if (hours === undefined) return null;
  throw new AppError("invalid_input", '"hours" needs "time_zone", or one in the settings of the account.');
}
