import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { UPLOAD_BYTES } from "@sendwright/core/contract";
import { uploadBatches } from "@sendwright/core/files/uploadBatches";
import type { BenchRow } from "../../../bench/measure.ts";
import { loseCalls } from "../../lostCalls.ts";
import { addFiles, clickSend } from "../../personFileSteps.ts";
import { chooseList, visit } from "./visit.ts";

const FILES = 200;
const SIZE = 200_000;
/** Calls that the page makes at once. */
const CALLS = 2;

/** Files on the disk, each with other bytes, named after the people of the list. */
interface Files {
  paths: string[];
  asked: { hash: string; size: number }[];
}

async function filesIn(folder: string): Promise<Files> {
  const made = Array.from({ length: FILES }, async (_, i) => {
    const content = randomBytes(SIZE);
    const path = join(folder, `Person ${i}.pdf`);
    await writeFile(path, content);
    return { path, hash: createHash("sha256").update(content).digest("hex") };
  });
  const all = await Promise.all(made);
  return {
    paths: all.map(({ path }) => path),
    asked: all.map(({ hash }) => ({ hash, size: SIZE })),
  };
}

/** The milliseconds of the page's upload, from its first call to the last answer. */
async function upload(page: Page, { paths }: Files): Promise<number> {
  await page.getByRole("button", { name: "Add a file for each person" }).click();
  await addFiles(page, paths);
  await page.getByText("weren't checked").waitFor();
  await page.evaluate(() => performance.clearResourceTimings());
  // Only the upload is measured: nothing is sent.
  await loseCalls(page, "*/api/send-bulk", () => "call");
  await clickSend(page, FILES);
  await page
    .getByText(/connection was lost/i)
    .first()
    .waitFor({ timeout: 120_000 });
  const calls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/api\/files(\/known)?$/.test(name))
      .map(({ startTime, duration }) => ({ startTime, end: startTime + duration })),
  );
  return (
    Math.max(...calls.map(({ end }) => end)) - Math.min(...calls.map(({ startTime }) => startTime))
  );
}

/** Sends the same number of bytes in the same calls with `fetch`, on the same page. */
async function uploadPlainly(page: Page, token: string, { paths, asked }: Files): Promise<number> {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement("input"), { type: "file", multiple: true });
    document.body.append(Object.assign(field, { id: "plain" }));
  });
  await page.locator("#plain").setInputFiles(paths);
  const batches = uploadBatches(asked.map(({ size }, i) => ({ i, size }))).map((batch) =>
    batch.map(({ i }) => i),
  );
  return await page.evaluate(
    async ({ batches, asked, token, calls }) => {
      const { files } = document.querySelector<HTMLInputElement>("#plain") ?? {};
      const headers = { authorization: token };
      const begin = performance.now();
      const known = await fetch("/api/files/known", {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ files: asked }),
      });
      const statuses = [known.status];
      // Functions with a name of their own would need a helper of the bundler, which isn't there.
      const lanes = Array.from({ length: calls }, async () => {
        for (let batch = batches.shift(); batch; batch = batches.shift()) {
          const body = new FormData();
          for (const i of batch) body.append("files", files?.[i] ?? "");
          const answer = await fetch("/api/files", { method: "POST", headers, body });
          await answer.text();
          statuses.push(answer.status);
        }
      });
      await Promise.all(lanes);
      if (statuses.some((status) => status !== 200)) throw new Error(`Answers: ${statuses}`);
      return performance.now() - begin;
    },
    { batches, asked, token, calls: CALLS },
  );
}

async function both(page: Page): Promise<number> {
  let token = "";
  page.on("request", (request) => {
    token = request.headers().authorization ?? token;
  });
  await page.goto("/app#bulk-send");
  await chooseList(page, FILES);
  const folder = await mkdtemp(join(tmpdir(), "sendwright-upload-"));
  const plainly = await uploadPlainly(page, token, await filesIn(folder));
  const own = await upload(page, await filesIn(folder));
  await rm(folder, { recursive: true });
  return own / plainly;
}

export const rows: BenchRow[] = [
  {
    name: "uploading",
    what: `${FILES} files of ${SIZE / 1_000} kB that the page uploads after a click on Send, ${UPLOAD_BYTES / 1024 ** 2} MB in a call and ${CALLS} calls at a time, compared with the same calls by plain fetch on the same page`,
    unit: "times as long",
    atMost: 1.5,
    decision:
      "people wait for the page and not for their line: find in a profile what fileUploads.ts does between its calls.",
    measure: () => visit(both),
  },
];
