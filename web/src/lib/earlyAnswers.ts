/**
 * The answers that every visit begins with, asked for before the session is known. Firebase first
 * checks a session with two round trips. The ID token of the last visit is in this browser already,
 * and until it expires the page asks with it; the server checks it like any other. An answer counts
 * only after Firebase has confirmed the same person.
 */

/** The database in which Firebase keeps its user between visits. */
const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";
const USER = /^firebase:authUser:.*:\[DEFAULT\]$/;

/** Milliseconds that a kept token must still be valid. Firebase also refreshes it earlier. */
const MIN_VALID = 30_000;
/** Milliseconds after which an answer is too old. */
const MAX_AGE = 10_000;

interface Kept {
  uid: string;
  token: string;
}

/** Firebase's record of a user, as far as it is read here. */
interface UserRecord {
  fbase_key?: unknown;
  value?: {
    uid?: unknown;
    stsTokenManager?: { accessToken?: unknown; expirationTime?: unknown } | null;
  } | null;
}

const answers = new Map<
  string,
  { uid: string; askedAt: number; answer: Promise<Response | null> }
>();
/** Paths that were called in the usual way before their early call began. */
const late = new Set<string>();

/** Everything in Firebase's database; nothing if there is none yet. Rejects if it can't be read. */
function records(): Promise<UserRecord[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    // Firebase creates it, not this page.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const reading = database.transaction(STORE).objectStore(STORE).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      } catch (error) {
        reject(error);
      } finally {
        database.close();
      }
    };
  });
}

/** The one kept user with a token that is still valid, or null. */
async function keptUser(): Promise<Kept | null> {
  const users = (await records()).filter(
    (record) => typeof record?.fbase_key === "string" && USER.test(record.fbase_key),
  );
  const { uid, stsTokenManager } = users[0]?.value ?? {};
  const { accessToken: token, expirationTime } = stsTokenManager ?? {};
  if (users.length !== 1 || typeof uid !== "string" || typeof token !== "string") return null;
  const isValid = Number(expirationTime) > Date.now() + MIN_VALID;
  return isValid ? { uid, token } : null;
}

/** Asks for these paths of the API, if this browser has a valid token. */
export async function askEarly(paths: readonly string[]): Promise<void> {
  // Without them the visit only takes longer: private windows may have no database.
  const kept = await keptUser().catch(() => null);
  if (!kept || !navigator.onLine) return;
  const headers = { accept: "application/json", authorization: `Bearer ${kept.token}` };
  for (const path of paths.filter((one) => !late.has(one))) {
    const answer = fetch(path, { headers, cache: "no-store" }).then(
      (response) => (response.ok ? response : null),
      () => null,
    );
    answers.set(path, { uid: kept.uid, askedAt: Date.now(), answer });
  }
}

/**
 * The early answer to the first call of a path, if it is this person's: null, or resolves to null,
 * if there is no good one, and the call must be made as usual.
 */
export function earlyAnswer(
  uid: string | undefined,
  path: string,
): Promise<Response | null> | null {
  const early = answers.get(path);
  answers.delete(path);
  late.add(path);
  const counts = early?.uid === uid && Date.now() - (early?.askedAt ?? 0) <= MAX_AGE;
  return early && counts ? early.answer : null;
}
