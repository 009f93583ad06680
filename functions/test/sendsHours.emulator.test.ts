import { describe, expect, it } from "vitest";
import { resume } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import type { User } from "../src/http/user.ts";
import { readSend } from "../src/store/sends/read.ts";
import { answering, keyOf } from "./answering.ts";
import { aPlan, aSender, begun, ownProject } from "./sendsWorld.ts";

/** A send that the daily quota interrupted resumes automatically only in its person's hours. */
ownProject();

const HOURS = { from: 8, to: 20, timeZone: "Europe/Berlin" };
type Engine = ReturnType<typeof answering>;

function itBecomes(engine: Engine, time: string): void {
  engine.pass(Date.parse(time) - engine.now());
}

/** A send of four emails, begun in Berlin at nine in the evening before the clocks go forward; two go out a day. */
async function interrupted(goesOnIn: typeof HOURS | null): Promise<{ engine: Engine; user: User; id: string }> {
  const user = await aSender();
  const engine = answering();
  engine.dailyLimit = () => 2;
  itBecomes(engine, "2027-03-27T20:00:00Z");
  const id = await begun(user, engine, aPlan(4, { goesOnIn }));
  await engine.enqueue(user.uid, engine.now());
  await engine.drain();
  expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "quota", counts: { sent: 2, queued: 2 } });
  return { engine, user, id };
}

async function resumesAt(id: string): Promise<string> {
  return new Date((await readSend(id))?.resumesAt ?? 0).toISOString();
}

describe("a send that the quota interrupted", () => {
  it("resumes at eight in the morning of its zone, not at night when the quota returns", async () => {
    const { engine, id } = await interrupted(HOURS);
    expect(await resumesAt(id)).toBe("2027-03-29T06:00:00.000Z");
    itBecomes(engine, "2027-03-29T05:59:30Z");
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toHaveLength(2);
    itBecomes(engine, "2027-03-29T06:00:00Z");
    await sweep(engine);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 4 } });
  });

  it("resumes when the quota returns if no hours are set", async () => {
    const { id } = await interrupted(null);
    expect(await resumesAt(id)).toBe("2027-03-28T21:00:00.000Z");
  });

  it("resumes at any hour if its person resumes it", async () => {
    const { engine, user, id } = await interrupted(HOURS);
    itBecomes(engine, "2027-03-28T22:00:00Z");
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 4 } });
  });

  it("rests again if the slice comes only after the hours", async () => {
    const { engine, id } = await interrupted(HOURS);
    itBecomes(engine, "2027-03-29T17:59:59Z");
    await sweep(engine);
    expect(await readSend(id)).toMatchObject({ state: "queued" });
    itBecomes(engine, "2027-03-29T18:00:01Z");
    await engine.drain();
    expect(engine.calls).toHaveLength(2);
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "quota" });
    expect(await resumesAt(id)).toBe("2027-03-30T06:00:00.000Z");
  });
});
