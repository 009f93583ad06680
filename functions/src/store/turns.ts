import { type DocumentReference, FieldValue, Timestamp, type WriteBatch } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { untilUndisturbed } from "./changeDocument.ts";

/**
 * Everything of which a person may have only so many is added in their turn: whoever adds also writes this one
 * document, on the condition that nobody has since it was read, which was before the counting. So what is counted is
 * what there is, no counter can drift, and no number of calls at once gets past a limit.
 */
function turnOf(uid: string): DocumentReference {
  return owners().doc(uid);
}

function owners() {
  return firestore().collection("owners");
}

/** Milliseconds from a sign of life of a user until the sweep asks whether the account still exists. */
const CHECK_AFTER = 24 * 60 * 60_000;

/**
 * Runs work in a user's turn: it counts what there is, adds to a batch and commits it, again when somebody else's turn
 * came first. Throws what the work throws unless that is a lost turn.
 */
export function inTurn<T>(uid: string, work: (batch: WriteBatch) => Promise<T>): Promise<T> {
  const turn = turnOf(uid);
  return untilUndisturbed(async () => {
    const { updateTime } = await turn.get();
    const batch = firestore().batch();
    const mark = { addedAt: Timestamp.now(), checkAt: Date.now() + CHECK_AFTER };
    if (updateTime) batch.update(turn, mark, { lastUpdateTime: updateTime });
    else batch.create(turn, mark);
    return work(batch);
  });
}

/** A user with data here, and whether the authentication service didn't know them at the last look. */
export interface Owner {
  uid: string;
  wasMissing: boolean;
}

/** Users whose account should be looked for in the authentication service by `now`, the longest waiting first. */
export async function ownersToCheck(now: number, limit: number): Promise<Owner[]> {
  const found = await owners().where("checkAt", "<=", now).orderBy("checkAt").limit(limit).get();
  return found.docs.map((document) => ({ uid: document.id, wasMissing: document.get("missing") === true }));
}

/**
 * Asks again a day later whether these users still exist; also for users who store something outside their turn.
 * `missing`: those whom the authentication service doesn't know now.
 */
export async function checkOwnersAgain(
  uids: readonly string[],
  now: number,
  missing: ReadonlySet<string> = new Set(),
): Promise<void> {
  const batch = firestore().batch();
  for (const uid of uids) {
    const mark = { checkAt: now + CHECK_AFTER, missing: missing.has(uid) ? true : FieldValue.delete() };
    batch.set(turnOf(uid), mark, { merge: true });
  }
  await batch.commit();
}

/** Deletes when a user whose account is deleted last added something. */
export async function forgetTurns(uid: string): Promise<void> {
  await turnOf(uid).delete();
}
