import { AppError } from "@sendwright/core/contract/appError";
import { MAX_KEPT_MB, MAX_OPEN_SENDS } from "@sendwright/core/contract/limits";
import { withCommas } from "@sendwright/core/withCommas";
import { AggregateField } from "firebase-admin/firestore";
import { tooBusy } from "../changeDocument.ts";
import { readableOf } from "../documentSchema.ts";
import { sendsCollection } from "./documents.ts";
import { asStoredSend, OPEN_STATES } from "./read.ts";
import { SEND_TIMES } from "./sendTimes.ts";

const TOO_MANY_OPEN = `You have ${MAX_OPEN_SENDS} open sends. Wait until one ends, or cancel one.`;
const tooMuchKept = () =>
  `Your sends take up ${withCommas(MAX_KEPT_MB)} MB of recipients and files. Delete a finished send, or wait until its data is deleted.`;

/** The sends that take a place: open ones, and those being written. */
function takenPlaces(owner: string) {
  const open = sendsCollection()
    .where("owner", "==", owner)
    .where("state", "in", [...OPEN_STATES, "preparing"]);
  return open.where("voided", "==", false).count();
}

/** About how many bytes a user's sends hold that aren't deleted yet. */
export async function keptBytes(owner: string): Promise<number> {
  const kept = sendsCollection().where("owner", "==", owner).where("dataDeleted", "==", false);
  return (await kept.aggregate({ bytes: AggregateField.sum("bytes") }).get()).data().bytes;
}

/**
 * Checks that a new send stays within the limits; called in the owner's turn. `freed`: open sends
 * that end when it begins. Throws `too_many_open_sends` and `too_much_kept`.
 */
export async function requireQuotaForSend(
  owner: string,
  bytes: number,
  freed: number,
): Promise<void> {
  await Promise.all([requireRoom(owner, bytes), requireQuotaForOneMore(owner, freed)]);
}

/** Checks that a user's sends may hold so many bytes more. Throws `too_much_kept`. */
export async function requireRoom(owner: string, bytes: number): Promise<void> {
  const kept = await keptBytes(owner);
  if (kept + bytes > MAX_KEPT_MB * 1024 * 1024) throw new AppError("too_much_kept", tooMuchKept());
}

/**
 * Checks that one more send can be open; called in the owner's turn. Throws `too_many_open_sends`.
 */
export async function requireQuotaForOneMore(owner: string, freed = 0): Promise<void> {
  const taken = (await takenPlaces(owner).get()).data().count - freed;
  if (taken >= MAX_OPEN_SENDS) throw new AppError("too_many_open_sends", TOO_MANY_OPEN);
}

/**
 * Checks that no send is being written, because its rows can't be found yet. Called in the owner's
 * turn. One that has taken too long never begins. Throws `service_unavailable`.
 */
export async function requireNonePreparing(owner: string, now: number): Promise<void> {
  const found = await sendsCollection()
    .where("owner", "==", owner)
    .where("state", "==", "preparing")
    .get();
  const sends = readableOf(found.docs, asStoredSend);
  if (sends.some(({ voided, createdAt }) => !voided && now - createdAt < SEND_TIMES.void))
    throw tooBusy();
}
