import { fullYear, monthBeginningWith, readDate } from "./dates.ts";

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
    // After "Ap" the field has its month and moves on; the rest of the word doesn't.
    const isRest = /\p{L}/u.test(key) && this.#at !== null;
    if (!isRest) this.#at = isEnd ? null : at;
    return hasEnded;
  }

  forget(): void {
    this.#keys = "";
    this.#at = null;
  }

  get text(): string {
    const text = this.#keys.trim().replace(/(?<=\d\.)\s+(?=\d)/g, "");
    const parts = text.split(BETWEEN);
    if (readDate(text) !== null || parts.length !== 3) return text;
    if (parts.every((part) => /^\d+$/.test(part))) {
      if (YEAR.test(parts[0] ?? "")) return parts.join("-");
      return /\s/.test(text) ? parts.join("/") : text;
    }
    // As the field completes them: "Ap 15, 26".
    return text
      .replace(/^\p{L}+/u, monthBeginningWith)
      .replace(/(?<=^\p{L}.*[\s,])\d\d$/u, (year) => fullYear(`00${year}`));
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

/**
 * Hours from 13 on, typed into a 12-hour field: the keys since the hours were begun. `14` becomes 2
 * PM at once; `20` to `23` begin like 2 with the minutes 00 to 30, and are recognized by the colon
 * after them.
 */
export class HoursTyped {
  #keys = "";

  /**
   * Hears a key, and whether it goes into the hours; returns the hour (13 to 23) typed so far, or
   * null.
   */
  press(key: string, isInHours: boolean): number | null {
    if (key === ":" && /^2[0-3]$/.test(this.#keys)) return this.#take();
    if (!/^\d$/.test(key)) this.forget();
    else if (isInHours && this.#keys !== "1") this.#keys = key;
    else this.#keys += key;
    return isInHours && /^1[3-9]$/.test(this.#keys) ? this.#take() : null;
  }

  /** The next key has nothing to do with those before. */
  forget(): void {
    this.#keys = "";
  }

  #take(): number {
    const hour = Number(this.#keys);
    this.forget();
    return hour;
  }
}
