import type * as contract from "@sendwright/core/contract/suppressions";
import { chargeDocuments, chargeWrites, spendDocuments } from "../../http/rateLimit.ts";
import type { Handler } from "../../http/route.ts";
import {
  addSuppressions,
  PARTS,
  readSuppressions,
  removeSuppressions,
} from "../../store/suppressions.ts";

/**
 * Does work that reads at most the whole list, charged before it is read. Throws `rate_limited`.
 */
async function charged<T>(uid: string, work: (onRead: (documents: number) => void) => Promise<T>) {
  spendDocuments(uid, PARTS);
  let read = 0;
  try {
    return await work((documents) => {
      read += documents;
    });
  } finally {
    chargeDocuments(uid, read - PARTS);
  }
}

/** `GET /api/suppressions` */
export const list: Handler<typeof contract.getSuppressions> = async ({ user }) => {
  const found = await charged(user.uid, (onRead) => readSuppressions(user.uid, onRead));
  return { success: true, ...found };
};

/** `POST /api/suppressions`. Throws `invalid_recipient`, `too_many_suppressions`. */
export const add: Handler<typeof contract.addSuppressions> = async ({ user, input }) => {
  const { addresses, source } = input;
  const { version, changed, written } = await charged(user.uid, (onRead) =>
    addSuppressions(user.uid, addresses, source, Date.now(), onRead),
  );
  chargeWrites(written);
  return { success: true, version, added: changed };
};

/** `POST /api/suppressions/remove` */
export const remove: Handler<typeof contract.removeSuppressions> = async ({ user, input }) => {
  const { version, changed, written } = await charged(user.uid, (onRead) =>
    removeSuppressions(user.uid, input.addresses, onRead),
  );
  chargeWrites(written);
  return { success: true, version, removed: changed };
};
