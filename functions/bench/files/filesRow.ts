import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { UPLOAD_BYTES } from "@sendwright/core/contract/limits";
import { uploadBatches } from "@sendwright/core/files/uploadBatches";
import type { BenchRow } from "../../../bench/measure.ts";
import { took, worked } from "../../../bench/measure.ts";
import { cancel, remove } from "../../src/features/sends/control/control.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { bucket } from "../../src/platform/firebase.ts";
import { inLanes } from "../../src/store/inLanes.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { hashOf, uploadsOf } from "../../src/store/uploads.ts";
import { sendTo } from "../../test/harness.ts";
import {
  aPlan,
  aSender,
  begun,
  connectedPerson,
  keyOf,
  NO_END,
  testEngine,
} from "../../test/sendsWorld.ts";
import { withOwnFiles, withSlips } from "../../test/slips.ts";
import { startBundledApi } from "../bundledApi.ts";

const KB = 1_000;
const SIZE = 200 * KB;
const UPLOADED = 200;
/** Calls that the page makes at once, and files that the API stores of one call at once. */
const CALLS = 2;
const FILES_AT_ONCE = 10;
const EMAILS = 200;
const MOST = 2_000;
/** Half of the time for which a lane of the sweep takes sends. */
const HALF_LANE_SECONDS = 22;

Object.assign(process.env, { FUNCTION_TARGET: "api", FUNCTION_SIGNATURE_TYPE: "http" });
const bundle = process.env.SENDWRIGHT_BENCH_BUNDLE ?? join(process.cwd(), "functions", "dist");

/** Files of 200 kB, each with other bytes. */
function contents(files: number): Buffer<ArrayBuffer>[] {
  const bytes = randomBytes(SIZE);
  return Array.from({ length: files }, (_, i) => {
    const content = Buffer.from(bytes);
    content.writeUInt32LE(i);
    return content;
  });
}

function batchesOf(files: readonly Buffer<ArrayBuffer>[]) {
  return uploadBatches(files.map((content) => ({ content, size: content.length })));
}

/** Uploads files as the page does: asks what is there, then sends 4 MB in a call, two at a time. */
async function upload(url: string, token: string, files: Buffer<ArrayBuffer>[]): Promise<void> {
  const asked = files.map((content) => ({ hash: hashOf(content), size: content.length }));
  const known = await sendTo(`${url}/api/files/known`, "POST", { token, json: { files: asked } });
  if (known.status !== 200) throw new Error(`Asking what is there was answered ${known.status}.`);
  await inLanes(batchesOf(files), CALLS, async (batch) => {
    const parts = batch.map(({ content }, i) => ({ field: "files", name: `${i}.pdf`, content }));
    const { status } = await sendTo(`${url}/api/files`, "POST", { token, files: parts });
    if (status !== 200) throw new Error(`An upload was answered ${status}.`);
  });
}

/** Puts the same bytes into the emulator of Storage, as many at once, and nothing else. */
async function uploadPlainly(files: Buffer<ArrayBuffer>[]): Promise<void> {
  const run = randomBytes(8).toString("hex");
  const base = `${process.env.STORAGE_EMULATOR_HOST}/upload/storage/v1/b/${bucket().name}/o`;
  const headers = { "content-type": "application/pdf", authorization: "Bearer owner" };
  await inLanes(batchesOf(files), CALLS, (batch) =>
    inLanes(batch, FILES_AT_ONCE, async ({ content }) => {
      const name = `bench/${run}/${hashOf(content)}`;
      const url = `${base}?uploadType=media&name=${encodeURIComponent(name)}`;
      const answer = await fetch(url, { method: "POST", headers, body: content });
      if (!answer.ok) throw new Error(`The emulator answered ${answer.status}.`);
      await answer.arrayBuffer();
    }),
  );
}

async function uploads(): Promise<number> {
  const api = await startBundledApi(bundle);
  const { token } = await connectedPerson();
  // The first call loads what the others have.
  await upload(api.url, token, contents(1));
  const files = contents(UPLOADED);
  const plainly = await took(() => uploadPlainly(files));
  const own = await took(() => upload(api.url, token, contents(UPLOADED)));
  api.stop();
  return own / plainly;
}

/** The milliseconds of the worker's processor for each email of a send with files of 200 kB. */
async function workOfEach(isOwn: boolean): Promise<number> {
  const [user, engine, plan] = [await aSender(), testEngine(), aPlan(EMAILS)];
  const [shared] = contents(1);
  const everyones = { filename: "all.pdf", contentType: "application/pdf", size: SIZE };
  const files = shared && !isOwn ? [{ ...everyones, from: shared }] : [];
  const planned = isOwn ? await withOwnFiles(user, plan, contents(EMAILS)) : { ...plan, files };
  const id = await begun(user, engine, planned);
  globalThis.gc?.();
  const ms = await worked(() => runSlice(engine, user.uid, NO_END));
  const counts = (await readSend(id))?.counts;
  if (counts?.sent !== EMAILS) throw new Error(`Not all were sent: ${JSON.stringify(counts)}`);
  await cleanUp(user.uid, id);
  return ms / EMAILS;
}

async function cleanUp(uid: string, id: string): Promise<void> {
  for (const prefix of [`sends/${id}/`, `uploads/${uid}/`]) await bucket().deleteFiles({ prefix });
}

/** A send of as many files as one may have, canceled: the seconds until it began and was deleted. */
async function largest(): Promise<{ begin: number; remove: number }> {
  const [user, engine] = [await aSender(), testEngine()];
  const plan = await withSlips(user, aPlan(MOST));
  let id = "";
  const begin = await took(async () => {
    // The call looks at what the person has uploaded.
    if ((await uploadsOf(user.uid)).size !== MOST) throw new Error("Not all were uploaded.");
    id = await begun(user, engine, plan);
  });
  const key = keyOf(user, id);
  await cancel(engine, user.uid, key);
  const ended = await took(() => remove(engine, user.uid, key));
  if ((await uploadsOf(user.uid)).size > 0) throw new Error("Uploads were left.");
  return { begin: begin / 1_000, remove: ended / 1_000 };
}

/** The rounds of the first row are those of the second, too. */
const ended: number[] = [];

export const rows: BenchRow[] = [
  {
    name: "files-upload",
    what: `${UPLOADED} files of ${SIZE / KB} kB uploaded to the bundled API as the page does, ${UPLOAD_BYTES / 1024 ** 2} MB in a call and ${CALLS} calls at a time, compared with plain fetch calls that put the same bytes into the same emulator of Storage, as many at once`,
    unit: "times as long",
    atMost: 1.5,
    decision:
      "people wait for their files longer than for their line: find in a profile what a file costs in readInput.ts and uploads.ts.",
    measure: uploads,
  },
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
    what: `a send of ${MOST.toLocaleString("en")} people with a small file each, from its call until it has begun`,
    unit: "s",
    atMost: 30,
    rounds: 3,
    decision: "the page's call ends after a minute: copy more files at once, or allow fewer.",
    measure: async () => {
      const { begin, remove: gone } = await largest();
      ended.push(gone);
      return begin;
    },
  },
  {
    name: "files-delete",
    what: "the same, canceled, until its data and its uploads are deleted",
    unit: "s",
    atMost: HALF_LANE_SECONDS,
    rounds: 3,
    decision: "a lane of the sweep gets late: delete more files at once in purge.ts.",
    measure: async () => ended.shift() ?? (await largest()).remove,
  },
];
