/** Where a call comes from. */
export interface Source {
  /** A person, or without a token an address (`networksOf`). */
  caller: string;
  /** The network that the caller shares with others. A person's is their own. */
  network: string;
}

/**
 * How many callers one network may count as, because many share an edge of Hosting. A caller that bypasses Hosting and
 * names others gains this much at most.
 */
export const CALLERS_OF_ONE_NETWORK = 10;
