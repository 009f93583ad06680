import { AppError } from "@sendwright/core/contract/appError";
import { readableOf } from "../documentSchema.ts";
import { sendDocId, sendsCollection } from "./documents.ts";
import { asStoredSend, readSend, type StoredSend } from "./read.ts";
import { readRows } from "./readRows.ts";
import type { RowDoc, SendDoc } from "./schemas.ts";

/** So many people are named in a refusal. */
const NAMED = 3;

const GOES_ON = "The send that you correct goes on again. Wait for its end.";
const NO_SUCH_ROW = "The send that is corrected has no such row.";
const NOBODY_KNOWS =
  "Some of these people have been corrected or sent to since, and the data of that send is deleted: nobody can say who. Put together a new list of those who do not have the mail.";

type Named = Pick<StoredSend, "owner" | "key">;

function correctionsOf({ owner, key }: Named) {
  return sendsCollection().where("owner", "==", owner).where("corrects.send", "==", key);
}

/** The sends that correct rows of a send, the first first. One that was undone corrects nobody; one that was deleted did. */
export async function readCorrections(send: Named): Promise<StoredSend[]> {
  const found = readableOf((await correctionsOf(send).get()).docs, asStoredSend).filter(({ voided }) => !voided);
  return found.sort((a, b) => a.createdAt - b.createdAt);
}

/** The rows of a send that others correct. Throws where one cannot be read: better nobody is sent to than somebody twice. */
export async function correctedRowsOf(send: Named): Promise<Set<number>> {
  const corrections = (await correctionsOf(send).get()).docs.map((doc) => doc.data());
  return new Set(corrections.flatMap(({ corrects, voided }) => (voided ? [] : (corrects?.rows ?? []))));
}

/**
 * Checks that nobody whom a send corrects has got the mail, or gets it, by another way; called in the owner's turn, in
 * which the rows of an ended send are queued once more too. Throws `not_found` when there is no such send,
 * `invalid_input` when it has no such row, and `wrong_state`.
 */
export async function requireCorrectable({ owner, corrects }: Pick<SendDoc, "owner" | "corrects">): Promise<void> {
  if (corrects === null) return;
  const earlier = await readSend(sendDocId(owner, corrects.send));
  if (!earlier) throw new AppError("not_found", "The send that is corrected is not there.");
  if (earlier.endedAt === null) throw new AppError("wrong_state", GOES_ON);
  const taken = await correctedRowsOf(earlier);
  if (earlier.dataDeleted || earlier.hidden) {
    // A list that was begun before may still be sent, where nobody of it can have got the mail since.
    if (earlier.epoch > 0 || corrects.rows.some((n) => taken.has(n))) throw new AppError("wrong_state", NOBODY_KNOWS);
    return;
  }
  const rows = await readRows(earlier.id, corrects.rows);
  if (rows.length < new Set(corrects.rows).size) throw new AppError("invalid_input", NO_SUCH_ROW);
  const served = rows.filter((row) => taken.has(row.n) || !isOwed(row));
  if (served.length > 0) throw new AppError("wrong_state", servedMessage(served));
}

/** Whether somebody did not get a mail, and is not about to. */
function isOwed({ state }: RowDoc): boolean {
  return state === "failed" || state === "skipped";
}

function servedMessage(served: readonly RowDoc[]): string {
  const named = served.slice(0, NAMED).map(({ to, person }) => person ?? to);
  const more = served.length - named.length;
  const who = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  return `Already corrected or sent to in another way: ${who}. Take them out, and press Send again.`;
}
