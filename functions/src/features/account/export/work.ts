import * as z from "zod";
import { findUser } from "../../../platform/accounts.ts";
import { logError } from "../../../platform/log.ts";
import {
  askForExport,
  deleteExport,
  deleteOldExport,
  dueExports,
  type ExportTask,
  endExport,
  exportFolder,
  HELD_MS,
  type HeldExport,
  isOverdue,
  joinedName,
  keepExport,
  postponeExport,
  readExport,
  releaseExport,
  saveExport,
  takeExport,
} from "../../../store/exports.ts";
import {
  deleteFile,
  deletePrefix,
  joinFiles,
  readFile,
  streamFile,
  writeFile,
} from "../../../store/files.ts";
import { isGone } from "../../../store/tombstones.ts";
import { type ExportPlan, entriesOf, plan, planExport } from "./contents.ts";
import { lastOf, packed } from "./exportAccount.ts";
import type { ListedEntry } from "./zip.ts";

/** How long a task begins new parts; the next one does the rest. */
const WORK_MS = 120_000;
/** How long a task may take in all (`exportWorker` in `index.ts`). */
const TASK_MS = 300_000;
/** A part is complete with the item that reaches so many bytes. */
const PART_BYTES = 32 * 1024 * 1024;

const BINARY = "application/octet-stream";
const JSON_TYPE = "application/json";

/** What an attempt uses from outside, so that a test can end it at each step. */
export const steps = {
  takeExport,
  saveExport,
  endExport,
  releaseExport,
  writeFile,
  streamFile,
  joinFiles,
  askForExport,
};
export type ExportSteps = typeof steps;

/** This export is no longer this attempt's: another attempt has it, or it was deleted. */
class LostExport extends Error {
  override name = "LostExport";
}

const listing = z.array(
  z.object({
    name: z.string(),
    crc: z.number(),
    size: z.number(),
    packed: z.number(),
    isCompressed: z.boolean(),
    offset: z.number(),
  }),
);

/**
 * The body of the task-queue function: continues an export, and asks for the next task if there is
 * more to do than one should. A failure is logged, and the sweep asks again.
 */
export async function workOnExport(
  { uid, id }: ExportTask,
  now = Date.now,
  by = steps,
): Promise<void> {
  const held = await by.takeExport(uid, id, now());
  if (!held) return;
  const begun = now();
  const beat = setInterval(() => {
    if (now() - begun < TASK_MS) keepExport(held, now()).catch((error) => logFailure(uid, error));
  }, HELD_MS / 3);
  try {
    const isOver = await advance(held, begun + WORK_MS, now, by);
    if (isOver) return;
    await by.releaseExport(held, now());
    await by.askForExport({ uid, id });
  } catch (error) {
    if (error instanceof LostExport) return await dropLost(held);
    logFailure(uid, error);
    await by.releaseExport(held, now());
  } finally {
    clearInterval(beat);
  }
}

function logFailure(uid: string, error: unknown): void {
  logError("an export could not be continued", { uid, error });
}

/** Deletes the files that an attempt wrote for an export that doesn't exist any more. */
async function dropLost({ uid, id }: HeldExport): Promise<void> {
  if (await isGone(uid)) await deleteExport(uid);
  else if ((await readExport(uid))?.id !== id) await deletePrefix(exportFolder(uid, id));
}

/**
 * Works until the file is complete, or until a time. Returns whether it is complete. Throws
 * `LostExport`.
 */
async function advance(
  held: HeldExport,
  until: number,
  now: () => number,
  by: ExportSteps,
): Promise<boolean> {
  await requireOwner(held);
  const made = await planOf(held, now, by);
  while (held.next < made.items.length) {
    if (now() >= until) return false;
    await addPart(held, made, now, by);
  }
  await finish(held, made, now, by);
  return true;
}

/** Throws `LostExport` if the owner's account is deleted. Asked before and after each write. */
async function requireOwner({ uid }: HeldExport): Promise<void> {
  if (await isGone(uid)) throw new LostExport();
}

async function save(
  held: HeldExport,
  done: Parameters<typeof saveExport>[1],
  now: () => number,
  by: ExportSteps,
) {
  await requireOwner(held);
  if (!(await by.saveExport(held, done, now()))) throw new LostExport();
}

/** The plan of an export; the first attempt makes it. */
async function planOf(held: HeldExport, now: () => number, by: ExportSteps): Promise<ExportPlan> {
  const folder = exportFolder(held.uid, held.id);
  if (held.plan !== null)
    return plan.parse(JSON.parse((await readFile(folder + held.plan)).toString()));
  const user = await findUser(held.uid);
  // Deleted in the authentication service itself.
  if (!user) {
    await deleteExport(held.uid);
    throw new LostExport();
  }
  if (user.sub === null) throw new Error("An export's user has no Google account.");
  const made = await planExport({ ...user, sub: user.sub }, now());
  const name = `plan-${held.holder}`;
  await by.writeFile(folder + name, Buffer.from(JSON.stringify(made)), JSON_TYPE);
  await save(
    held,
    { plan: name, totalBytes: made.items.reduce((sum, { bytes }) => sum + bytes, 0) },
    now,
    by,
  );
  return made;
}

/** Writes the next items as one object, and the list of its entries as another. */
async function addPart(
  held: HeldExport,
  made: ExportPlan,
  now: () => number,
  by: ExportSteps,
): Promise<void> {
  const { uid, id, holder, parts } = held;
  let { next, doneBytes } = held;
  const listed: ListedEntry[] = [];
  let bytes = 0;
  async function* content(): AsyncGenerator<Buffer> {
    for (let item = made.items[next]; item && bytes < PART_BYTES; item = made.items[next]) {
      for await (const piece of packed(entriesOf(uid, item), made, listed, bytes)) {
        bytes += piece.length;
        yield piece;
      }
      next += 1;
      doneBytes += item.bytes;
    }
  }
  // No other attempt writes under these names.
  const name = `part-${parts.length + 1}-${holder}`;
  const path = exportFolder(uid, id) + name;
  await by.streamFile(path, content(), BINARY);
  await by.writeFile(`${path}.json`, Buffer.from(JSON.stringify(listed)), JSON_TYPE);
  await save(held, { next, doneBytes, parts: [...parts, { name, bytes }] }, now, by);
}

/** Writes the part after the items, and joins all parts into the file. */
async function finish(
  held: HeldExport,
  made: ExportPlan,
  now: () => number,
  by: ExportSteps,
): Promise<void> {
  const { uid, id, holder, parts } = held;
  const folder = exportFolder(uid, id);
  const written: ListedEntry[] = [];
  let start = 0;
  for (const { name, bytes } of parts) {
    const listed = listing.parse(JSON.parse((await readFile(`${folder}${name}.json`)).toString()));
    for (const entry of listed) written.push({ ...entry, offset: entry.offset + start });
    start += bytes;
  }
  const end = `end-${holder}`;
  let bytes = start;
  async function* content(): AsyncGenerator<Buffer> {
    for await (const piece of lastOf(made, written, start)) {
      bytes += piece.length;
      yield piece;
    }
  }
  await by.streamFile(folder + end, content(), BINARY);
  await requireOwner(held);
  const pieces = [...parts.map(({ name }) => name), end];
  await by.joinFiles(
    pieces.map((name) => folder + name),
    folder + joinedName(held),
    bytes,
  );
  await requireOwner(held);
  if (!(await by.endExport(held, bytes, now()))) throw new LostExport();
  const scaffold = [...pieces, ...parts.map(({ name }) => `${name}.json`), held.plan ?? ""];
  // Files that remain are deleted with the export.
  await Promise.all(scaffold.map((name) => deleteFile(folder + name))).catch((error) =>
    logFailure(uid, error),
  );
}

const EXPORTS_PER_SWEEP = 100;

/** Asks for the next attempt at exports whose task died, and deletes those whose time is over. */
export async function sweepExports(now: number): Promise<void> {
  for (const { uid, made } of await dueExports(now, EXPORTS_PER_SWEEP)) {
    try {
      if (made?.state !== "working") await deleteOldExport(uid, now);
      else if (await isOverdue(uid, made.id, now)) await askForExport({ uid, id: made.id });
    } catch (error) {
      logError("an export could not be attended to", { uid, error });
      await postponeExport(uid, now);
    }
  }
}
