/** Requests that one instance of the API has at once: its places. */
export const PLACES = 8;

/** Where a call comes from. */
export interface CallSource {
  /** A person, or without a token an address (`networksOf`). */
  caller: string;
  /** The network that the caller shares with others. A person's is their own. */
  network: string;
}

/**
 * How many callers one network may count as, because many share an edge of Hosting. A caller that
 * bypasses Hosting and names others gains this much at most.
 */
export const CALLERS_OF_ONE_NETWORK = 10;

/** How many bodies may be on their way at once: of one caller, of one network, and in all. */
type ArrivalLimits = Record<keyof CallSource | "all", number>;

interface Arrival extends CallSource {
  /** Ends it before it is complete. */
  giveUp: () => void;
}

/**
 * The bodies on their way to this instance: each holds one of its places until it is complete, so
 * their number is limited. No one can take all places for long: if they are taken, a network or a
 * caller that has at least two more than the newcomer loses its oldest.
 */
export class Arrivals {
  readonly #most: ArrivalLimits;
  /** The oldest first. */
  readonly #arriving = new Set<Arrival>();

  constructor(most: ArrivalLimits) {
    this.#most = most;
  }

  /**
   * Takes a place for a body. Returns the function that gives the place back, or null if there is
   * none.
   */
  take(arrival: Arrival): (() => void) | null {
    const isMost = (by: keyof CallSource) => this.#of(by, arrival[by]).length >= this.#most[by];
    if (isMost("caller") || isMost("network")) return null;
    if (this.#arriving.size >= this.#most.all) {
      const loser = this.#oldestOfMost("network", arrival) ?? this.#oldestOfMost("caller", arrival);
      if (!loser) return null;
      this.#arriving.delete(loser);
      loser.giveUp();
    }
    this.#arriving.add(arrival);
    return () => void this.#arriving.delete(arrival);
  }

  #of(by: keyof CallSource, name: string): Arrival[] {
    return [...this.#arriving].filter((one) => one[by] === name);
  }

  #oldestOfMost(by: keyof CallSource, newcomer: CallSource): Arrival | undefined {
    const own = this.#of(by, newcomer[by]).length;
    return [...this.#arriving].find((one) => this.#of(by, one[by]).length >= own + 2);
  }
}
