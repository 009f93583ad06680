import { randomUUID } from "node:crypto";
import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import type { DocumentData } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore, taskQueue } from "../platform/firebase.ts";
import { logWarning } from "../platform/log.ts";
import { changeDocument } from "./changeDocument.ts";
import { parseDocument, readableOf, readFor } from "./documentSchema.ts";
import { deletePrefix } from "./files.ts";

/**
 * A finished part: an object in the export's folder, and its bytes. A second object lists its
 * entries.
 */
const part = z.object({ name: z.string(), bytes: z.number() });

/**
 * The export of a user's data: one document per user, and the folder `exports/{user}/{id}/`. Times
 * in milliseconds (decision 28).
 */
const exportDoc = z.object({
  id: z.string(),
  state: z.enum(["working", "ready", "failed"]),
  askedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The object with the list of all items; null until it is written. */
  plan: z.string().nullable(),
  /** The bytes of all items as planned, and of those in finished parts. */
  totalBytes: z.number(),
  doneBytes: z.number(),
  /** The item that the next part begins with. */
  next: z.number(),
  parts: z.array(part),
  /**
   * The finished file, under the name of the attempt that joined it: another one, wrongly taken for
   * dead, can't overwrite it. Null until it is ready, and in older documents, whose file is
   * `EXPORT_NAME`.
   */
  file: z.string().nullable().default(null),
  /** The attempt that works on it, null if none does; only it may write. */
  holder: z.string().nullable(),
  heldUntil: z.number(),
  /** Attempts since the last finished part. */
  tries: z.number(),
  /** When the sweep asks for the next attempt, or deletes it. */
  wakeAt: z.number(),
});
export type StoredExport = z.output<typeof exportDoc>;

/** How long an address works: every one that the owner gets ends before the file is deleted. */
export const ADDRESS_MS = 15 * MINUTE;
/** How long after its end the owner can get an address of a file, and when the sweep deletes it. */
const OFFERED_MS = 40 * MINUTE;
const KEPT_MS = OFFERED_MS + ADDRESS_MS;
/** How long an attempt holds an export unless it says that it is still at work. */
export const HELD_MS = MINUTE;
/** How long a task may take to begin before the sweep asks again. */
const BEGINS_MS = 2 * MINUTE;
/** When an export ends that has failed so often, or isn't finished by then. */
const MAX_TRIES = 5;
const MAX_MS = 12 * HOUR;

/** A task's payload. */
export interface ExportTask extends Record<string, unknown> {
  uid: string;
  id: string;
}

/** Asks the task queue for an attempt at an export. If that fails, the sweep asks later. */
export async function askForExport({ uid, id }: ExportTask): Promise<void> {
  try {
    await taskQueue<ExportTask>("exportWorker").enqueue({ uid, id });
  } catch (error) {
    logWarning("no task could be enqueued", { uid, error });
  }
}

/** The name of the file, in its folder and for its owner. */
export const EXPORT_NAME = "sendwright.zip";

function document(uid: string) {
  return firestore().collection("exports").doc(uid);
}

/** The folder of all of a user's exports, or of one. */
export function exportFolder(uid: string, id?: string): string {
  return id === undefined ? `exports/${uid}/` : `exports/${uid}/${id}/`;
}

function parsed(uid: string, data: DocumentData): StoredExport {
  return parseDocument(exportDoc, `exports/${uid}`, data);
}

/** A user's export, null if there is none. Throws `unreadable`. */
export async function readExport(uid: string): Promise<StoredExport | null> {
  return readFor("Your download", async () => {
    const data = (await document(uid).get()).data();
    return data ? parsed(uid, data) : null;
  });
}

/** Until when the owner can get the address of a finished export. */
export function offeredUntil({ endedAt, askedAt }: StoredExport): number {
  return (endedAt ?? askedAt) + OFFERED_MS;
}

/** Whether an export is at work, or its file is offered: then a second one isn't begun. */
function isUseful(made: StoredExport, now: number): boolean {
  return made.state === "working" || (made.state === "ready" && offeredUntil(made) > now);
}

/**
 * Begins an export, and returns it and whether it is new: not if one is at work or ready. One that
 * failed, is no longer offered or can't be read is replaced, and its files are deleted.
 */
export async function beginExport(
  uid: string,
  now: number,
): Promise<{ made: StoredExport; isNew: boolean }> {
  const { replaced, ...begun } = await findOrStore(uid, now);
  if (replaced === null) return begun;
  try {
    await deletePrefix(exportFolder(uid, replaced));
  } catch (cause) {
    // It isn't counted yet, and the sweep would continue it. The bucket deletes the files in a day.
    await document(uid).delete();
    throw cause;
  }
  return begun;
}

/** The export at work or offered, else a new one, with the id of the one that it replaces. */
function findOrStore(uid: string, now: number) {
  return changeDocument<{ made: StoredExport; isNew: boolean; replaced: string | null }>(
    document(uid),
    (data) => {
      const [existing] = readableOf(data ? [data] : [], (stored) => parsed(uid, stored));
      if (existing && isUseful(existing, now))
        return { write: null, result: { made: existing, isNew: false, replaced: null } };
      const made: StoredExport = {
        id: randomUUID(),
        state: "working",
        askedAt: now,
        endedAt: null,
        plan: null,
        totalBytes: 0,
        doneBytes: 0,
        next: 0,
        parts: [],
        file: null,
        holder: null,
        heldUntil: 0,
        tries: 0,
        wakeAt: now + BEGINS_MS,
      };
      const replaced = typeof data?.id === "string" && data.id !== "" ? data.id : null;
      return { write: made, result: { made, isNew: true, replaced } };
    },
  );
}

/** An export that this attempt holds. */
export interface HeldExport extends StoredExport {
  uid: string;
  holder: string;
}

/**
 * Changes an export if `allows` agrees, else returns null. One that can't be read is left alone.
 */
function change(
  uid: string,
  id: string,
  allows: (made: StoredExport) => boolean,
  changes: (made: StoredExport) => Partial<StoredExport>,
): Promise<StoredExport | null> {
  return changeDocument(document(uid), (data) => {
    const [made] = readableOf(data ? [data] : [], (stored) => parsed(uid, stored));
    if (made?.id !== id || !allows(made)) return { write: null, result: null };
    const write = changes(made);
    return { write, result: { ...made, ...write } };
  });
}

/**
 * Holds an export for an attempt. Null if there is nothing to do, another attempt holds it, or it
 * has failed too often, which is its end.
 */
export async function takeExport(uid: string, id: string, now: number): Promise<HeldExport | null> {
  const holder = randomUUID();
  const isFree = ({ state, heldUntil }: StoredExport) => state === "working" && heldUntil <= now;
  const taken = await change(uid, id, isFree, ({ tries }) =>
    tries >= MAX_TRIES ? asFailed(now) : { holder, tries: tries + 1, ...heldFrom(now) },
  );
  return taken?.holder === holder ? { ...taken, uid, holder } : null;
}

function heldFrom(now: number): Partial<StoredExport> {
  return { heldUntil: now + HELD_MS, wakeAt: now + HELD_MS };
}

function asFailed(now: number): Partial<StoredExport> {
  return {
    state: "failed",
    endedAt: now,
    holder: null,
    heldUntil: 0,
    parts: [],
    wakeAt: now + KEPT_MS,
  };
}

/** Holds an export longer. */
export async function keepExport(held: HeldExport, now: number): Promise<void> {
  await changeHeld(held, heldFrom(now));
}

/**
 * Saves what an attempt has done, and holds the export longer. False if it isn't this attempt's any
 * more.
 */
export async function saveExport(
  held: HeldExport,
  done: Partial<Pick<StoredExport, "plan" | "totalBytes" | "doneBytes" | "next" | "parts">>,
  now: number,
): Promise<boolean> {
  const saved = await changeHeld(held, { ...done, tries: 0, ...heldFrom(now) });
  Object.assign(held, saved);
  return saved !== null;
}

function changeHeld(
  { uid, id, holder }: HeldExport,
  changes: Partial<StoredExport>,
): Promise<StoredExport | null> {
  const isMine = (made: StoredExport) => made.state === "working" && made.holder === holder;
  return change(uid, id, isMine, () => changes);
}

/** The name under which an attempt joins the file. */
export function joinedName({ holder }: HeldExport): string {
  return `${holder}/${EXPORT_NAME}`;
}

/** The finished file. */
export function exportPath(uid: string, { id, file }: StoredExport): string {
  return exportFolder(uid, id) + (file ?? EXPORT_NAME);
}

/** Ends an export whose file is complete. False if it isn't this attempt's any more. */
export async function endExport(held: HeldExport, bytes: number, now: number): Promise<boolean> {
  const ended = {
    state: "ready",
    endedAt: now,
    holder: null,
    heldUntil: 0,
    wakeAt: now + KEPT_MS,
  } as const;
  const file = joinedName(held);
  return (
    (await changeHeld(held, { ...ended, parts: [], file, totalBytes: bytes, doneBytes: bytes })) !==
    null
  );
}

/** Lets the next attempt continue: after a failure the sweep asks for it, later each time. */
export async function releaseExport(held: HeldExport, now: number): Promise<void> {
  await changeHeld(held, { holder: null, heldUntil: 0, wakeAt: now + held.tries * MINUTE });
}

/** An export that the sweep has to do something for. `made` is null if it can't be read. */
export interface DueExport {
  uid: string;
  made: StoredExport | null;
}

/** Exports whose time has come, the longest waiting first. */
export async function dueExports(now: number, limit: number): Promise<DueExport[]> {
  const found = await firestore()
    .collection("exports")
    .where("wakeAt", "<=", now)
    .orderBy("wakeAt")
    .limit(limit)
    .get();
  return found.docs.map((due) => {
    const [made = null] = readableOf([due.data()], (data) => parsed(due.id, data));
    return { uid: due.id, made };
  });
}

/** Postpones a due export, so that others get their turn. */
export async function postponeExport(uid: string, now: number): Promise<void> {
  await changeDocument(document(uid), (data) => ({
    write: data && data.wakeAt <= now ? { wakeAt: now + BEGINS_MS } : null,
    result: undefined,
  }));
}

/** Whether to ask for the next attempt at a due export. One that takes too long has failed. */
export async function isOverdue(uid: string, id: string, now: number): Promise<boolean> {
  const isDue = ({ state, wakeAt }: StoredExport) => state === "working" && wakeAt <= now;
  const changed = await change(uid, id, isDue, ({ askedAt }) =>
    now - askedAt > MAX_MS ? asFailed(now) : { wakeAt: now + BEGINS_MS },
  );
  return changed?.state === "working";
}

/**
 * Deletes a user's export. The document goes first: an attempt that still writes then deletes what
 * it wrote.
 */
export async function deleteExport(uid: string): Promise<void> {
  await document(uid).delete();
  await deletePrefix(exportFolder(uid));
}

/**
 * Deletes an export whose time is over, unless another has taken its place. The files go first, so
 * none is forgotten.
 */
export async function deleteOldExport(uid: string, now: number): Promise<void> {
  const found = await document(uid).get();
  const wakeAt: unknown = found.get("wakeAt");
  if (!found.updateTime || typeof wakeAt !== "number" || wakeAt > now) return;
  const id: unknown = found.get("id");
  await deletePrefix(exportFolder(uid, typeof id === "string" ? id : undefined));
  await found.ref.delete({ lastUpdateTime: found.updateTime });
}
