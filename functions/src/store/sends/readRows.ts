import { type DocumentSnapshot, FieldPath, type Query, type Transaction } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readFor } from "../documentSchema.ts";
import { type Look, lookForChanges, type RowReader } from "./changes.ts";
import type { Cursor } from "./cursor.ts";
import { knownRowsIn, rowId, rowsOf, shownRow, shownRowsOf } from "./documents.ts";
import type { StoredSend } from "./read.ts";
import type { KnownRow, RowDoc, ShownRow } from "./schemas.ts";

/**
 * A send's rows, or those that changed since a cursor (null for none), all as they were at one moment, with the cursor
 * for the next call and the counts.
 */
export function changedRows(send: StoredSend, cursor: Cursor | null): Promise<Look<ShownRow>> {
  const version = versionOf(send);
  return firestore().runTransaction(
    (moment) => lookForChanges({ ...send, version }, cursor, readerOf(send.id, moment)),
    {
      readOnly: true,
    },
  );
}

/** Changes with each write of the send's document. */
export function versionOf({ updateTime }: StoredSend): string {
  return `${updateTime.seconds}${String(updateTime.nanoseconds).padStart(9, "0")}`;
}

/** A row; null if it doesn't exist. Throws `unreadable`. */
export async function readRow(send: string, n: number): Promise<RowDoc | null> {
  const row = await rowsOf(send).doc(rowId(n)).get();
  return readFor("This row", () => row.data() ?? null);
}

/** The rows with these numbers, as far as they are there. */
export async function readRows(send: string, numbers: readonly number[]): Promise<RowDoc[]> {
  const refs = [...new Set(numbers)].map((n) => rowsOf(send).doc(rowId(n)));
  const found = refs.length === 0 ? [] : ((await firestore().getAll(...refs)) as DocumentSnapshot<RowDoc>[]);
  return found.flatMap((doc) => doc.data() ?? []);
}

/** The rows of a send that reached no one, as far as tells whose they are; none need be read of one that corrects no other. */
export async function readUnsentRows({ id, corrects, counts }: StoredSend): Promise<Pick<KnownRow, "n" | "from">[]> {
  if (corrects === null) return Array.from({ length: counts.total }, (_, i) => ({ n: i + 1 }));
  const found = await knownRowsIn(id, ["failed", "skipped"]).get();
  return found.docs.map((doc) => doc.data());
}

function readerOf(send: string, moment: Transaction): RowReader<ShownRow> {
  const inOrder = shownRowsOf(send).orderBy(FieldPath.documentId());
  const read = async (query: Query<ShownRow>) => (await moment.get(query)).docs.map((doc) => doc.data());
  return {
    from: (n, limit) => read(inOrder.startAt(rowId(n)).limit(limit)),
    inStates: (n, states, limit) => {
      const some = inOrder.where("state", "in", states).startAt(rowId(n));
      return read(limit === null ? some : some.limit(limit));
    },
    exactly: async (numbers) => {
      const found = await moment.getAll(...numbers.map((n) => shownRow(send, n)));
      return found.flatMap((doc) => doc.data() ?? []);
    },
  };
}
