import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { getExport } from "@sendwright/core/contract/account";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { beginExport, readExport } from "../src/store/exports.ts";
import { bundled } from "./bundled.ts";
import { digestsOf, largeTemplate } from "./exportWorld.ts";
import { type Api, signIn } from "./harness.ts";
import { testEngine } from "./sendsWorld.ts";
import { startWholeApi } from "./servers.ts";

/** 1.2 GB in 240 files, exported by processes that are killed. */
const MB = 1024 * 1024;
const TEMPLATES = 40;
const FILES_EACH = 6;

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startWholeApi(testEngine());
  folder = mkdtempSync(join(tmpdir(), "export-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

test("1.2 GB are exported in less than 200 MB of memory, although the task is killed twice", {
  timeout: 1_200_000,
}, async () => {
  const ada = await signIn(api);
  const files = new Map<string, string>();
  for (let i = 0; i < TEMPLATES; i++) {
    const some = await largeTemplate(
      ada.uid,
      `T${i}`,
      Array.from({ length: FILES_EACH }, () => 5 * MB),
    );
    for (const [name, content] of some)
      files.set(name, createHash("sha256").update(content).digest("hex"));
  }
  const { id } = (await beginExport(ada.uid, Date.now())).made;

  const bundle = await bundled("exportChild");
  const start = (): ChildProcess =>
    spawn(process.execPath, [bundle, ada.uid, id], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    for (const parts of [5, 15]) {
      const child = start();
      const done = async () => {
        expect(child.exitCode).toBeNull();
        return (await readExport(ada.uid))?.parts.length ?? 0;
      };
      await vi.waitUntil(async () => (await done()) >= parts, { timeout: 300_000, interval: 200 });
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await readExport(ada.uid)).toMatchObject({ state: "working" });
      // A minute later.
      await firestore().collection("exports").doc(ada.uid).update({ heldUntil: 0 });
    }
    const last = start();
    const said = JSON.parse(await text(last.stdout ?? Readable.from([])));
    expect(said.memory).toBeLessThan(200 * MB);
  } finally {
    rmSync(dirname(bundle), { recursive: true });
  }

  const state = (await api.call(getExport, {}, ada)).body.export;
  if (state.state !== "ready") throw new Error(`The export is ${state.state}.`);
  expect(state.bytes).toBeGreaterThan(1_200 * MB);
  const zip = join(folder, "all.zip");
  const answer = await fetch(state.address);
  if (answer.body) await pipeline(answer.body, createWriteStream(zip));
  expect(digestsOf(zip)).toEqual(files);
});
