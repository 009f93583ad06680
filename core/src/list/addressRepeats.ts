import type { Problem } from "../check/types.ts";
import { addressKey, type Recipient } from "../recipients/recipients.ts";
import type { RepeatFinder } from "./repeats.ts";

/** A row's addresses without those that earlier rows have written to. */
export interface JoinedAddresses {
  to: Recipient;
  further: readonly Recipient[];
  /** The earlier row that the one to `to` repeats; null for none. */
  repeat: { of: number; problem: Problem } | null;
  /** The earlier rows have copies to all of them, but no email to any; absent otherwise. */
  isCopied?: true;
}

type AddressRow = Parameters<RepeatFinder["next"]>[0];

/**
 * Finds repeats where a row's only email goes to the first of its addresses, with copies to the
 * others: as if each had an email of its own, and before they are joined in one. So no one gets it
 * twice, and an address that only a later row has isn't missed.
 */
export class AddressRepeats {
  readonly #finder: RepeatFinder;
  readonly #written = new Set<string>();
  /** With their values: who already got this email, by an earlier send. */
  readonly #received = new Set<string>();

  constructor(finder: RepeatFinder) {
    this.#finder = finder;
  }

  /** The email of a row went to these addresses before. */
  skip(row: AddressRow, received: readonly Recipient[]): void {
    for (const { address } of received) this.#received.add(keyOf(row, address));
  }

  /**
   * Rows come in order. `own` begins with the address that the email would go to; null for none.
   * `received`: the row's other addresses, to which it went before.
   */
  next(
    row: AddressRow,
    own: readonly Recipient[],
    received: readonly Recipient[],
  ): JoinedAddresses | null {
    this.#finder.seeSeveralAddresses();
    this.skip(row, received);
    // A later row with only these repeats this one.
    for (const { address } of received) this.#finder.next(row, address);
    const left = own.filter(({ address }) => !this.#received.has(keyOf(row, address)));
    const found = (left.length === 0 ? own : left).map((one) => ({
      one,
      repeat: this.#finder.next(row, one.address),
    }));
    const repeats = found.filter(({ repeat }) => repeat?.problem.severity === "error");
    const [to, ...further] = found.filter((one) => !repeats.includes(one));
    // If all of them have it, one that repeats an earlier row is enough to say so.
    if (to !== undefined && (left.length > 0 || repeats.length === 0)) {
      this.#written.add(addressKey(to.one.address));
      return { to: to.one, repeat: to.repeat, further: further.map(({ one }) => one) };
    }
    const repeated = repeats.find(({ one }) => this.#written.has(addressKey(one.address)));
    const shown = repeated ?? repeats[0];
    return shown
      ? { to: shown.one, repeat: shown.repeat, further: [], ...(!repeated && { isCopied: true }) }
      : null;
  }
}

function keyOf({ values, files = [] }: AddressRow, address: string): string {
  return JSON.stringify([addressKey(address), files, ...values]);
}

/**
 * Finds rows whose email goes to the same people, in whatever order they name them. Rows come in
 * order.
 */
export class SamePeople {
  readonly #orders = new Map<string, readonly string[]>();

  /** The people in the order of the first row that had the same ones. */
  inOrder(people: readonly Recipient[]): readonly Recipient[] {
    if (people.length < 2) return people;
    const byKey = new Map(people.map((one) => [addressKey(one.address), one]));
    const own = [...byKey.keys()];
    const set = own.toSorted().join(" ");
    const before = this.#orders.get(set);
    if (before === undefined) this.#orders.set(set, own);
    return (before ?? own).flatMap((key) => byKey.get(key) ?? []);
  }
}
