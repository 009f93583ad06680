const HOUR = 3_600_000;

/**
 * Takes when a mail went out; gives until when it counts against the daily quota (milliseconds): for 24 hours after the end
 * of its hour, so that nothing is promised too early (rule: daily quota).
 */
export function countsUntil(sentAt: number): number {
  return (Math.floor(sentAt / HOUR) + 25) * HOUR;
}
