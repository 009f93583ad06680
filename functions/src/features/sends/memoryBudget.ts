/** The longest that a timer can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Waiting {
  bytes: number;
  begin: (release: () => void) => void;
}

/** Memory that the work of one instance shares. Who asks first gets it first. */
export class MemoryBudget {
  readonly #most: number;
  #taken = 0;
  readonly #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Waits, at most `ms` milliseconds, until there is room for so many bytes; a need of more than
   * there is at all has the whole for itself. Returns the function that gives it back, or null if
   * the time is over.
   */
  take(bytes: number, ms: number): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const waits: Waiting = {
        bytes: Math.min(bytes, this.#most),
        begin: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(waits), 1);
          resolve(null);
          // Those behind it may need less.
          this.#serve();
        },
        Math.max(0, Math.min(ms, MAX_TIMER_MS)),
      );
      this.#waiting.push(waits);
      this.#serve();
    });
  }

  #serve(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const { bytes, begin } = next;
      if (this.#taken + bytes > this.#most) return;
      this.#waiting.shift();
      this.#taken += bytes;
      let isHeld = true;
      begin(() => {
        if (!isHeld) return;
        isHeld = false;
        this.#taken -= bytes;
        this.#serve();
      });
    }
  }
}
