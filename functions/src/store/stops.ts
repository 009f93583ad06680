import { FieldPath } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { hashOfAccount } from "./hashOfAccount.ts";

/*
 * The stop of an account is two documents: one under the user's id, which the slice watches, and
 * one under a hash of the Google account's number, which survives the deletion of the account. The
 * first names the second (`account`). Earlier versions wrote only the first; it stops just the
 * same, and gets the second when the account is deleted.
 */

/** The id of the document that stops everyone. */
const ALL = "all";
/** Begins the id of a document under the hash of a Google account. */
const ACCOUNT = "google-";

/** Whether the id of a stop is that of a Google account, not of a user. */
export function isAccountId(id: string): boolean {
  return id.startsWith(ACCOUNT);
}

/**
 * Why an operator has stopped sending: their words for the people affected (may be blank), and
 * since when.
 */
export interface SendingStop {
  reason: string;
  /** Milliseconds; null if the document doesn't say. */
  since: number | null;
}

function stops() {
  return firestore().collection("stops");
}

function accountStop(sub: string) {
  return stops().doc(ACCOUNT + hashOfAccount("stop", sub));
}

function stopOfDocument(data: FirebaseFirestore.DocumentData): SendingStop {
  const { reason, since } = data;
  return {
    reason: typeof reason === "string" ? reason : "",
    since: typeof since === "number" ? since : null,
  };
}

/** A document with any content stops sending. One for everyone goes before a user's own. */
function firstOf(found: readonly FirebaseFirestore.DocumentSnapshot[]): SendingStop | null {
  const [stop] = found
    .filter(({ exists }) => exists)
    .sort((a, b) => Number(b.id === ALL) - Number(a.id === ALL))
    .map((document) => stopOfDocument(document.data() ?? {}));
  return stop ?? null;
}

/**
 * What stops a user's sends now, null if nothing does. With the Google account's number (`sub`),
 * also a stop from before this user's account began. Two reads, or three.
 */
export async function stopOf(uid: string, sub: string | null = null): Promise<SendingStop | null> {
  const ofAccount = sub === null ? [] : [accountStop(sub)];
  return firstOf(await firestore().getAll(stops().doc(ALL), stops().doc(uid), ...ofAccount));
}

/**
 * The stop of one account by its id, of a user or as `allStops` returns it; null if there is none.
 */
export async function stopWith(id: string): Promise<SendingStop | null> {
  return firstOf([await stops().doc(id).get()]);
}

/**
 * Follows what stops a user's sends: calls back at first and at each change. Returns the function
 * that ends it. One read, and one for each change.
 */
export function watchStop(
  uid: string,
  onChange: (stop: SendingStop | null) => void,
  onError: (cause: unknown) => void,
) {
  return stops()
    .where(FieldPath.documentId(), "in", [ALL, uid])
    .onSnapshot((found) => onChange(firstOf(found.docs)), onError);
}

/**
 * Stops a user's sends, or everyone's (null), until `endStop`. The last reason counts. `sub` is the
 * number of the user's Google account: the stop then survives the deletion of the account.
 */
export async function beginStop(
  uid: string | null,
  reason: string,
  since: number,
  sub: string | null = null,
): Promise<void> {
  const batch = firestore().batch();
  const kept = uid === null || sub === null ? null : accountStop(sub);
  if (kept) batch.set(kept, { reason, since });
  batch.set(stops().doc(uid ?? ALL), { reason, since, ...(kept && { account: kept.id }) });
  await batch.commit();
}

/**
 * Lets everyone's sends continue (null), or one account's: `id` is the user's id, with `sub` if it
 * is known, or the id of a stop that survived its account. Returns whether they were stopped.
 */
export async function endStop(id: string | null, sub: string | null = null): Promise<boolean> {
  const own = await stops()
    .doc(id ?? ALL)
    .get();
  const account: unknown = own.get("account");
  const accounts = new Set([
    ...(sub === null ? [] : [accountStop(sub).id]),
    ...(typeof account === "string" ? [account] : []),
    ...(id !== null && isAccountId(id) ? [id] : []),
  ]);
  // A deleted account may have left its own, which would come back with the end of its deletion.
  const others = await Promise.all(
    [...accounts].map(async (one) => [
      await stops().doc(one).get(),
      ...(await stops().where("account", "==", one).get()).docs,
    ]),
  );
  const found = [own, ...others.flat()].filter(({ exists }) => exists);
  const batch = firestore().batch();
  for (const path of new Set(found.map(({ ref }) => ref.path))) batch.delete(firestore().doc(path));
  await batch.commit();
  return found.length > 0;
}

/**
 * Deletes the stop under the id of a user whose account is deleted. What stays is under a hash of
 * the Google account's number (`sub`), so that a new account of the same person is stopped, too.
 */
export async function keepStop(uid: string, sub: string | null): Promise<void> {
  await firestore().runTransaction(async (moment) => {
    const own = await moment.get(stops().doc(uid));
    if (!own.exists) return;
    const { account, ...rest } = own.data() ?? {};
    // One whose other document is gone has ended meanwhile.
    const hasEnded =
      typeof account === "string" && !(await moment.get(stops().doc(account))).exists;
    if (sub !== null && !hasEnded) moment.set(accountStop(sub), rest);
    moment.delete(own.ref);
  });
}

/**
 * Stops a new user whose Google account was stopped under an account that was deleted. One read if
 * there is no stop.
 */
export async function restoreStop(uid: string, sub: string): Promise<void> {
  const kept = accountStop(sub);
  if (!(await kept.get()).exists) return;
  // In one moment, so that a stop that ends now doesn't come back.
  await firestore().runTransaction(async (moment) => {
    const found = await moment.get(kept);
    if (found.exists) moment.set(stops().doc(uid), { ...found.data(), account: kept.id });
  });
}

/**
 * Every stop, at most `limit`: `uid` is null for the one for everyone, and begins with `google-`
 * for one whose account was deleted.
 */
export async function allStops(limit: number): Promise<(SendingStop & { uid: string | null })[]> {
  const { docs } = await stops().limit(limit).get();
  const named = new Set(docs.map((document) => document.get("account")));
  return docs
    .filter(({ id }) => !named.has(id))
    .map((document) => ({
      ...stopOfDocument(document.data()),
      uid: document.id === ALL ? null : document.id,
    }));
}
