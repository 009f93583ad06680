import { deleteAccount, isReason, statusOf } from "@sendwright/core/contract";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { seed } from "../../test/seed.ts";
import { routes } from "../src/app.ts";
import { bucket, firestore } from "../src/platform/firebase.ts";
import { rowCollection } from "../src/store/sends/documents.ts";
import { readSnapshot } from "../src/store/sends/read.ts";
import { askRaw, type Drawn, type RawAnswer, requests } from "./fuzzRequest.ts";
import { anOwner, type Owner } from "./owners.ts";
import { testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/**
 * Every route, with anything that fits into its path, query, headers and body: an answer of ours
 * each time, no half-written data, no unbounded memory. A fixed portion in `npm run test:all`;
 * more, from random seeds, in `npm run fuzz`.
 */
const { numRuns = 100 } = fc.readConfigureGlobal();
const RUNS = numRuns;
/** Calls that one person makes: few enough that rates and limits don't end them all. */
const CALLS_OF_ONE = 25;
const MAX_MEMORY = 600 * 1024 * 1024;

const DELETION = `${deleteAccount.method} ${deleteAccount.path}`;

let ada: Owner;
let victim: Owner;
let calls = 0;
const engine = testEngine({ patience: 2_000 });
const api = wholeApi(engine);
beforeAll(async () => {
  victim = await anOwner(engine);
});

async function ask(drawn: Drawn): Promise<RawAnswer> {
  if (calls++ % CALLS_OF_ONE === 0) ada = await anOwner(engine);
  const owner = drawn.route === DELETION ? victim : ada;
  const fill = (text: string) =>
    text
      .replaceAll("«template»", owner.template)
      .replaceAll("«send»", owner.send)
      .replaceAll("«file»", owner.file);
  return askRaw(api.url, {
    method: drawn.method,
    path: fill(drawn.path),
    headers: {
      authorization: `Bearer ${owner.token}`,
      "x-forwarded-for": `caller ${calls}`,
      ...drawn.headers,
    },
    body: drawn.body.includes("«") ? Buffer.from(fill(drawn.body.toString("utf8"))) : drawn.body,
  });
}

function expectOurs({ status, type, text }: RawAnswer): void {
  expect([status < 500, status, text]).toEqual([true, status, text]);
  if (status === 200 && type === "application/zip") return;
  expect(`${type} (${status})`).toMatch(/^application\/json/);
  expect(text).not.toMatch(/\n? {4}at |node_modules|\.ts:\d|\.js:\d|firebase-admin|ZodError/);
  const body = JSON.parse(text);
  if (status < 300) return void expect(body).toHaveProperty("success");
  expect(body).toMatchObject({ success: false, request_id: expect.stringMatching(/./) });
  expect(isReason(body.reason) && statusOf(body.reason)).toBe(status);
  expect(body.error).toMatch(/[.?!]$/);
}

/**
 * Whatever the answers, each template has its files and there are no others, and each send has its
 * rows, email and files.
 */
async function expectWhole({ uid }: Owner): Promise<void> {
  const [templates, sends, [files]] = await Promise.all([
    firestore().collection("templates").where("owner", "==", uid).get(),
    firestore().collection("sends").where("owner", "==", uid).get(),
    bucket().getFiles({ prefix: `users/${uid}/` }),
  ]);
  const named = templates.docs.flatMap((doc) =>
    doc.data().attachments.map((file: { storage_path: string }) => file.storage_path),
  );
  expect(files.map(({ name }) => name).sort()).toEqual(named.sort());
  for (const send of sends.docs) {
    const { counts, state, hidden, dataDeleted } = send.data();
    if (dataDeleted || hidden) continue;
    expect(state).not.toBe("preparing");
    const [rows, snapshot, [copies]] = await Promise.all([
      rowCollection(send.id).count().get(),
      readSnapshot(send.id),
      bucket().getFiles({ prefix: `sends/${send.id}/` }),
    ]);
    expect(rows.data().count).toBe(counts.total);
    expect(copies.map(({ name }) => name).sort()).toEqual(
      snapshot?.files.map(({ path }) => path).sort(),
    );
  }
}

it(
  "answers every request in its own words, and leaves nothing half-written",
  async () => {
    const begun = process.memoryUsage();
    let most = 0;
    const statuses: Record<number, number> = {};
    await fc.assert(
      fc.asyncProperty(requests(routes.map(({ endpoint }) => endpoint)), async (drawn) => {
        const answer = await ask(drawn);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const { heapUsed, external } = process.memoryUsage();
        most = Math.max(most, heapUsed + external - begun.heapUsed - begun.external);
        expectOurs(answer);
        await expectWhole(ada);
      }),
      { seed, numRuns: RUNS },
    );
    expect(most).toBeLessThan(MAX_MEMORY);
    // If nothing succeeds, it isn't a fuzz test.
    expect((statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[202] ?? 0)).toBeGreaterThan(
      RUNS / 10,
    );
  },
  20 * 60_000,
);
