import { read, type StoredTask, type Task, write } from "../shared/stored.ts";

/** Milliseconds for which a task without a person waits for the sign-in of whoever clicked. */
const WAITS = 10 * 60_000;

/**
 * Call at the click, before any work: returns the function that stores the task as this person's.
 * What a person asked for before a logout is then no one else's, however late it comes.
 */
export async function taskOfPerson(): Promise<(task: Task) => Promise<void>> {
  const at = Date.now();
  const uid = (await read("person"))?.uid ?? null;
  return (task) => write({ task: { ...task, uid, at } });
}

/**
 * The stored task as it is when someone signs in: one without a person is theirs if they have just
 * clicked. Null if there is none for them.
 */
export function taskAtSignIn(task: StoredTask | null, uid: string): StoredTask | null {
  if (task === null || (task.uid ?? uid) !== uid) return null;
  const age = Date.now() - (task.at ?? 0);
  return task.uid === uid || (age >= 0 && age <= WAITS) ? { ...task, uid } : null;
}
