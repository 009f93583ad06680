import type { ListDoc } from "../../../store/suppressions.ts";
import type { Engine } from "../engine.ts";

/** The people a user doesn't email, as a slice knows them: by the list's version, never by time. */
export interface SuppressedPeople {
  /** Notes the list as it is now. Returns false if it was deleted, as with its account. */
  see(list: ListDoc | null): boolean;
  /** Whether it was seen at least once. */
  isKnown(): boolean;
  /** The `addressKey`s of the latest version that was seen, read again if they are of another. */
  latest(): Promise<ReadonlySet<string>>;
  /** Whether no later version than that of these keys was seen. */
  areLatest(keys: ReadonlySet<string>): boolean;
}

const NO_ONE: ReadonlySet<string> = new Set();

export function suppressedPeople(engine: Engine, uid: string): SuppressedPeople {
  let seen: ListDoc | undefined;
  let known = { version: 0, keys: NO_ONE };
  let reading: Promise<void> | null = null;
  const isCurrent = () => known.version === (seen?.version ?? 0);
  async function read({ version, count }: ListDoc): Promise<void> {
    // Keys read after the version was seen are of this version, or a later one.
    known = { version, keys: count === 0 ? NO_ONE : await engine.ledger.readKeys(uid) };
  }
  return {
    see(list) {
      const isGone = (list?.version ?? 0) < (seen?.version ?? 0);
      seen = list ?? { version: 0, count: 0 };
      return !isGone;
    },
    isKnown: () => seen !== undefined,
    async latest() {
      while (seen && !isCurrent()) {
        reading ??= read(seen).finally(() => {
          reading = null;
        });
        await reading;
      }
      return known.keys;
    },
    areLatest: (keys) => keys === known.keys && isCurrent(),
  };
}
