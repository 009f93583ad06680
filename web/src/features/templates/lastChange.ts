const UNITS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** After this many days a date says more than a distance. */
const DAYS_IN_WORDS = 7;

/** When an ISO time was, for people: "Changed 5 minutes ago". */
export function lastChange(time: string, now: Date): string {
  const then = new Date(time);
  const seconds = Math.round((now.getTime() - then.getTime()) / 1000);
  if (seconds < 60) return "Changed just now";
  if (seconds >= DAYS_IN_WORDS * 86_400) return `Changed ${then.toLocaleDateString("en", { dateStyle: "medium" })}`;
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  return `Changed ${new Intl.RelativeTimeFormat("en").format(-Math.floor(seconds / length), unit)}`;
}
