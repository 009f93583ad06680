import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { begin, type Keyed } from "../src/features/sends/accept/begin.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { rowsOf, sendDocId, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { FATAL_PLAN, type Fatal } from "./beginAndDie.ts";
import { ownProject, testEngine } from "./sendsWorld.ts";
import { storedFiles } from "./stored.ts";

/** A real process, really killed at each write of a beginning: the send has begun or not, for everyone who asks. */
ownProject();

const PROGRAM = fileURLToPath(new URL("beginAndDie.ts", import.meta.url));
/** The first chunk, the file, the second chunk, the flip. */
const WRITES = 4;
/** They follow one another: a death after one of them leaves the same as a death before the next. */
const DEATHS = [
  ...Array.from({ length: WRITES }, (_, i) => ({ write: i + 1, moment: "before" as const })),
  { write: WRITES, moment: "after" as const },
];

async function dies(fatal: Fatal): Promise<void> {
  const given = ["--import", "tsx", PROGRAM, JSON.stringify(fatal)];
  const child = spawn(process.execPath, given, { env: process.env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect({ code, signal }, said).toEqual({ code: null, signal: "SIGKILL" });
}

describe.concurrent("a process that is killed while it begins a send", () => {
  it.each(DEATHS)("$moment write $write leaves a send or nothing", async (death) => {
    const engine = testEngine();
    const user = { uid: randomUUID(), sub: randomUUID(), email: "ada@example.com", name: "Ada" };
    engine.owners.add(user.uid);
    const call: Keyed = { user, key: randomUUID(), fingerprint: "same" };
    const id = sendDocId(user.uid, call.key);
    await dies({ ...death, call, now: engine.now() });
    const rows = async () => (await rowsOf(id).count().get()).data().count;
    const hasBegun = death.write === WRITES && death.moment === "after";
    if (hasBegun) {
      expect(await readSend(id)).toMatchObject({ state: "queued", counts: { queued: 500 } });
      expect(await rows()).toBe(500);
      expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(false);
      return;
    }
    expect((await listSends(engine, user.uid)).sends).toEqual([]);
    await expect(showSend(engine, user.uid, call.key, null)).rejects.toMatchObject({ reason: "not_found" });
    engine.pass(91_000);
    await sweep(engine);
    expect(await readSend(id)).toBeNull();
    expect(await rows()).toBe(0);
    expect((await snapshotRef(id).get()).exists).toBe(false);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(true);
  });
});
