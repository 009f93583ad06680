import { addressKey, type Recipient } from "../recipients/recipients.ts";

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
