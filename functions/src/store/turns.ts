import { type DocumentReference, Timestamp, type WriteBatch } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { untilUndisturbed } from "./changeDocument.ts";

/**
 * Everything of which a person may have only so many is added in their turn: whoever adds also writes this one
 * document, on the condition that nobody has since it was read, which was before the counting. So what is counted is
 * what there is, no counter can drift, and no number of calls at once gets past a limit.
 */
function turnOf(uid: string): DocumentReference {
  return firestore().collection("owners").doc(uid);
}

/**
 * Runs work in a user's turn: it counts what there is, adds to a batch and commits it, again when somebody else's turn
 * came first. Throws what the work throws unless that is a lost turn.
 */
export function inTurn<T>(uid: string, work: (batch: WriteBatch) => Promise<T>): Promise<T> {
  const turn = turnOf(uid);
  return untilUndisturbed(async () => {
    const { updateTime } = await turn.get();
    const batch = firestore().batch();
    const mark = { addedAt: Timestamp.now() };
    if (updateTime) batch.update(turn, mark, { lastUpdateTime: updateTime });
    else batch.create(turn, mark);
    return work(batch);
  });
}

/** Deletes when a user whose account is deleted last added something. */
export async function forgetTurns(uid: string): Promise<void> {
  await turnOf(uid).delete();
}
