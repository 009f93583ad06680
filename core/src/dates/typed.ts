import { readDate } from "./dates.ts";

/** Spaces, commas and marks between the parts of a date. */
export const BETWEEN = /[./,\s-]+/;

const YEAR = /^\d{4}$/;

/**
 * A date typed into its field, as one text: the keys since the person began. The text decides which
 * day it is (rule: reading a date), because the field itself hears only digits: `3.12.2026` would
 * be March 12 where the month is first.
 */
export class DateTyped {
  #keys = "";
  /** The part of the field that the last key went into. */
  #at: number | null = null;

  /** Hears a key that went into a part; returns whether it ended that part. */
  press(key: string, at: number): boolean {
    const isEnd = BETWEEN.test(key);
    // The keypad of a German keyboard has a comma.
    this.#keys += key === "," && /^[\d.]+$/.test(this.#keys) ? "." : key;
    const hasEnded = isEnd && this.#at === at;
    this.#at = isEnd ? null : at;
    return hasEnded;
  }

  forget(): void {
    this.#keys = "";
    this.#at = null;
  }

  get text(): string {
    return this.#keys.trim().replace(/(?<=\d\.)\s+(?=\d)/g, "");
  }

  get parts(): string[] {
    return this.#keys.split(BETWEEN);
  }

  /** Whether it has all parts, and the year is whole. */
  get isWhole(): boolean {
    const [first = "", ...others] = this.parts;
    const last = others.at(-1) ?? "";
    if (others.length < 2) return false;
    return (
      YEAR.test(last) || (YEAR.test(first) && (last.length === 2 || readDate(this.text) !== null))
    );
  }

  /** The order of the parts, once the first has ended: their own, or else that of the field. */
  orderIn(own: readonly string[]): readonly string[] {
    const [first = ""] = this.parts;
    if (YEAR.test(first)) return ["year", "month", "day"];
    if (/^\p{L}/u.test(first)) return ["month", "day", "year"];
    const isDay = this.#keys.startsWith(`${first}.`) || Number(first) > 12;
    return isDay ? ["day", "month", "year"] : own;
  }
}
