import { FieldPath } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";

/** The id of the document that stops everyone; any other is a user's. */
const ALL = "all";

/** Why an operator has stopped sending: their words for the people affected (may be blank), and since when. */
export interface SendingStop {
  reason: string;
  /** Milliseconds; null if the document doesn't say. */
  since: number | null;
}

function stops() {
  return firestore().collection("stops");
}

function stopOfDocument(data: FirebaseFirestore.DocumentData): SendingStop {
  const { reason, since } = data;
  return { reason: typeof reason === "string" ? reason : "", since: typeof since === "number" ? since : null };
}

/** A document with any content stops sending. One for everyone goes before a user's own. */
function firstOf(found: readonly FirebaseFirestore.DocumentSnapshot[]): SendingStop | null {
  const [stop] = found
    .filter(({ exists }) => exists)
    .sort((a, b) => Number(b.id === ALL) - Number(a.id === ALL))
    .map((document) => stopOfDocument(document.data() ?? {}));
  return stop ?? null;
}

/** What stops a user's sends now, null if nothing does. Two reads. */
export async function stopOf(uid: string): Promise<SendingStop | null> {
  return firstOf(await firestore().getAll(stops().doc(ALL), stops().doc(uid)));
}

/**
 * Follows what stops a user's sends: calls back at first and at each change. Returns the function that ends it. One
 * read, and one for each change.
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

/** Stops a user's sends, or everyone's (null), until `endStop`. The last reason counts. */
export async function beginStop(uid: string | null, reason: string, since: number): Promise<void> {
  await stops()
    .doc(uid ?? ALL)
    .set({ reason, since });
}

/** Lets a user's sends, or everyone's (null), continue. Returns whether they were stopped. */
export async function endStop(uid: string | null): Promise<boolean> {
  const stop = stops().doc(uid ?? ALL);
  const { exists } = await stop.get();
  if (exists) await stop.delete();
  return exists;
}

/** Deletes the stop of a user whose account is deleted. */
export async function forgetStop(uid: string): Promise<void> {
  await stops().doc(uid).delete();
}

/** Every stop, at most `limit`; `uid` is null for the one for everyone. */
export async function allStops(limit: number): Promise<(SendingStop & { uid: string | null })[]> {
  const found = await stops().limit(limit).get();
  return found.docs.map((document) => ({
    ...stopOfDocument(document.data()),
    uid: document.id === ALL ? null : document.id,
  }));
}
