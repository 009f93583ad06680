import { lazily } from "./lazily.ts";

const number = lazily(() => new Intl.NumberFormat("en-US"));

/** A count as we write numbers everywhere: 1,000. */
export function withCommas(count: number): string {
  return number().format(count);
}
