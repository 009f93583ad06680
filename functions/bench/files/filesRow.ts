import type { WriteBatch } from "firebase-admin/firestore";
import type { BenchRow } from "../../../bench/measure.ts";
import { sharing, times, took } from "../../../bench/measure.ts";
import { cancel, remove } from "../../src/features/sends/control/control.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { bucket, firestore } from "../../src/platform/firebase.ts";
import { inLanes } from "../../src/store/inLanes.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { uploadsOf } from "../../src/store/uploads.ts";
import { aPlan, aSender, begun, keyOf, NO_END, testEngine } from "../../test/sendsWorld.ts";
import { withOwnFiles, withSlips } from "../../test/slips.ts";
import { alone } from "../alone.ts";
import { contents, deleteFiles } from "../ownFiles.ts";

const KB = 1_000;
const SIZE = 200 * KB;
const EMAILS = 200;
/** Half of the files that a send may have. */
const MANY = 1_000;
/** Files that a send copies or deletes at once. */
const LANES = 50;

/** The milliseconds of the worker's processor for each email of a send with files of 200 kB. */
async function workOfEach(isOwn: boolean): Promise<number> {
  const [user, engine, plan] = [await aSender(), testEngine(), aPlan(EMAILS)];
  const [shared] = contents(1, SIZE);
  const everyones = { filename: "all.pdf", contentType: "application/pdf", size: SIZE };
  const files = shared && !isOwn ? [{ ...everyones, from: shared }] : [];
  const planned = isOwn
    ? await withOwnFiles(user, plan, contents(EMAILS, SIZE))
    : { ...plan, files };
  const id = await begun(user, engine, planned);
  const ms = await alone(() => runSlice(engine, user.uid, NO_END));
  const counts = (await readSend(id))?.counts;
  if (counts?.sent !== EMAILS) throw new Error(`Not all were sent: ${JSON.stringify(counts)}`);
  await deleteFiles(user.uid, id);
  return ms / EMAILS;
}

/** For each of these files: a place for its copy, and a document. */
function placesOf(paths: readonly string[]) {
  const ref = firestore().collection("bench").doc();
  return paths.map((from, i) => ({
    from,
    file: bucket().file(`bench/${ref.id}/${i}`),
    document: ref.collection("rows").doc(String(i)),
  }));
}

type Place = ReturnType<typeof placesOf>[number];

/** Copies the file of each person and writes a document of the size of a row for each. */
async function copyPlainly(places: readonly Place[]): Promise<void> {
  await inLanes(places, LANES, ({ from, file }) => bucket().file(from).copy(file));
  const row = { to: "p@example.org", values: ["Person", "2026-12-01"], state: "queued" };
  await inBatches(places, (batch, document) => batch.create(document, row));
}

/** At most so many documents in a batch. */
const BATCH = 500;

async function inBatches(
  places: readonly Place[],
  write: (batch: WriteBatch, document: Place["document"]) => unknown,
): Promise<void> {
  for (let from = 0; from < places.length; from += BATCH) {
    const batch = firestore().batch();
    for (const { document } of places.slice(from, from + BATCH)) write(batch, document);
    await batch.commit();
  }
}

async function deletePlainly(places: readonly Place[]): Promise<void> {
  await inBatches(places, (batch, document) => batch.delete(document));
  await inLanes(places, LANES, ({ file }) => file.delete());
}

/**
 * A send with a file for each person, canceled: the time until it began, and was deleted, as
 * multiples of the time that copying and deleting the files and as many documents takes.
 */
async function largest(): Promise<{ begin: number; remove: number }> {
  const [user, engine] = [await aSender(), testEngine()];
  const plan = await withSlips(user, aPlan(MANY));
  const places = placesOf(plan.rowContents.map(({ from }) => from));
  const copied = await took(() => copyPlainly(places));
  let id = "";
  const begin = await took(async () => {
    // The call looks at what the person has uploaded.
    if ((await uploadsOf(user.uid)).size !== MANY) throw new Error("Not all were uploaded.");
    id = await begun(user, engine, plan);
  });
  const key = keyOf(user, id);
  await cancel(engine, user.uid, key);
  const ended = await took(() => remove(engine, user.uid, key));
  if ((await uploadsOf(user.uid)).size > 0) throw new Error("Uploads were left.");
  const deleted = await took(() => deletePlainly(places));
  return { begin: times(begin, copied), remove: times(ended, deleted) };
}

const [begin, deletion] = sharing(
  largest,
  (round) => round.begin,
  (round) => round.remove,
);

export const rows: BenchRow[] = [
  {
    name: "files-email",
    what: `the worker's processor time for each of ${EMAILS} emails with a file of ${SIZE / KB} kB of its own, compared with one file for all`,
    unit: "times the processor time",
    atMost: 1.3,
    decision:
      "an instance sends fewer files at once: find in a profile what loading and encoding a file cost in ownFiles.ts.",
    measure: async () => (await workOfEach(true)) / (await workOfEach(false)),
  },
  {
    name: "files-begin",
    what: `a send of ${MANY.toLocaleString("en")} people with a small file each, from its call until it has begun, compared with copying these files and writing as many documents`,
    unit: "times as long",
    // Half of the goal of 30 s for 2,000 people, when this took 5.7 s on a busy machine, and 1.41
    // times the copying.
    atMost: 3.7,
    decision: "the page's call ends after a minute: copy more files at once, or allow fewer.",
    measure: begin,
  },
  {
    name: "files-delete",
    what: "the same, canceled, until its data and its uploads are deleted, compared with deleting one file and one document for each",
    unit: "times as long",
    // Half of the goal of 22 s for 2,000 people, when this took 5.15 s on a busy machine, and 4.5
    // times the plain deleting.
    atMost: 9.6,
    decision: "a lane of the sweep gets late: delete more files at once in purge.ts.",
    measure: deletion,
  },
];
