import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
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
export const list: Handler<typeof contract.getSuppressions> = async ({ user, input }) => {
  const found = await charged(user.uid, (onRead) =>
    readSuppressions(user.uid, onRead, input.version),
  );
  return { success: true, ...found };
};

/**
 * `POST /api/suppressions`. Throws `invalid_recipient`, `too_many_suppressions`, and
 * `invalid_input` if it isn't clear since when.
 */
export const add: Handler<typeof contract.addSuppressions> = async ({ user, input }) => {
  const { addresses, source } = input;
  const now = Date.now();
  const since = sinceOf(input, now);
  const { version, changed, written } = await charged(user.uid, (onRead) =>
    addSuppressions(user.uid, addresses, source, now, onRead, since),
  );
  chargeWrites(written);
  return { success: true, version, added: changed };
};

/**
 * Since when each address was on the list, if the call says so. No rule depends on it: it's the
 * owner's note about their own list.
 */
function sinceOf({ addresses, since }: InputOf<typeof contract.addSuppressions>, now: number) {
  const times = since?.map((time) => Date.parse(time));
  const isPast = (time: number) => time >= 0 && time <= now;
  if (times && (times.length !== addresses.length || !times.every(isPast)))
    throw new AppError("invalid_input", "Say for each address since when it was on the list.");
  return times;
}

/** `POST /api/suppressions/remove` */
export const remove: Handler<typeof contract.removeSuppressions> = async ({ user, input }) => {
  const { version, changed, written } = await charged(user.uid, (onRead) =>
    removeSuppressions(user.uid, input.addresses, onRead),
  );
  chargeWrites(written);
  return { success: true, version, removed: changed };
};
