import type { CheckedRow } from "@sendwright/core/check/types";
import type { List } from "@sendwright/core/list/list";
import { fileRowOf } from "@sendwright/core/list/listFiles";
import { addressKey } from "@sendwright/core/recipients/recipients";

/** An address about which we ask the server. */
export interface AskedAddress {
  /** The number of its row. */
  row: number;
  /** The number of this address in question and answer: the row's own, or for a further one a new one. */
  askedAs: number;
  address: string;
  /** The same for the addresses of one row; absent if it has one. */
  group?: number;
}

/** A row that may be about to be sent. Without `id`, no other row has an address of its person. */
export type GuardedRow = Pick<CheckedRow, "n" | "address" | "verdict" | "addressed" | "copies"> &
  Partial<Pick<CheckedRow, "id">>;

/**
 * The addresses that get an email: each row's own under its number, and those in Cc that belong to
 * the same person under numbers of their own.
 */
export function askedAddresses(
  rows: readonly GuardedRow[],
  list: Pick<List, "rows"> | undefined,
): AskedAddress[] {
  const groups = new Map(
    list?.rows.flatMap((row) => (row.part ? [[row.id, fileRowOf(row)] as const] : [])),
  );
  let last = rows.reduce((most, { n }) => Math.max(most, n), 0);
  return rows.flatMap(({ n, id = n, address, verdict, addressed, copies }): AskedAddress[] => {
    if (address === null || verdict !== "ready") return [];
    // Without those who get no copy, because they are people you don't email.
    const copied = new Set(copies?.cc.map((copy) => addressKey(copy.address)));
    const further = addressed?.further.filter((one) => copied.has(addressKey(one.address))) ?? [];
    const group = groups.get(id) ?? (further.length > 0 ? id : undefined);
    const shared = group === undefined ? {} : { group };
    return [
      { row: n, askedAs: n, address, ...shared },
      ...further.map((one) => {
        last += 1;
        return { row: n, askedAs: last, address: one.address, ...shared };
      }),
    ];
  });
}
