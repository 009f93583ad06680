const HOUR = 3_600_000;

/**
 * Until when a mail counts against the daily quota (milliseconds): for 24 hours after the end of the hour in which it
 * went out, so that nothing is promised too early (rule: daily quota).
 */
export function countsUntil(sentAt: number): number {
  return (Math.floor(sentAt / HOUR) + 25) * HOUR;
}
