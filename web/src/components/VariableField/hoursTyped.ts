/**
 * Hours from 13 on, typed into a 12-hour field: the keys since the hours were begun. `14` becomes 2 PM at once; `20` to
 * `23` begin like 2 with the minutes 00 to 30, and are recognized by the colon after them.
 */
export class HoursTyped {
  #keys = "";

  /** Hears a key, and whether it goes into the hours; returns the hour (13 to 23) that is meant by now, or null. */
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
