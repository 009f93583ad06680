import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { chanceOf } from "../../test/chance.ts";
import { isFuzz, seed } from "../../test/seed.ts";
import type { Ledger } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { readSend } from "../src/store/sends/read.ts";
import {
  aPlan,
  begun,
  copySend,
  HOUR,
  ownProject,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

/** A permanent failure delays no one else. */
ownProject();

/** 5,000 sends in `npm run fuzz`. */
const SENDS = isFuzz ? 5_000 : 100;
const OWNERS = SENDS / 10;
const LANES = 20;
const MINUTE = 60_000;

/**
 * Sends that are all due in an hour: one is begun, the others are its copies. Returns each id with
 * its owner.
 */
async function scheduled(engine: TestEngine): Promise<Map<string, string>> {
  const user = { uid: randomUUID(), sub: randomUUID(), email: "ada@example.com", name: "Ada" };
  const first = await begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR }));
  const people = Array.from({ length: OWNERS }, () => randomUUID());
  for (const uid of people) engine.owners.add(uid);
  const owners = Array.from({ length: SENDS - 1 }, (_, i) => people[i % OWNERS] ?? "");
  const copies = await copySend(first, owners);
  return new Map([[first, user.uid], ...copies.map((id, i) => [id, owners[i] ?? ""] as const)]);
}

/** A ledger in which these sends can only be postponed. */
function failingFor(ids: ReadonlySet<string>, { ledger }: TestEngine): Ledger {
  const apply: Ledger["apply"] = (send, happens, actor, now) => {
    const id = typeof send === "string" ? send : send.id;
    const isSetBack = typeof happens === "object" && happens.kind === "attentionFailed";
    if (ids.has(id) && !isSetBack) return Promise.reject(new Error("broken"));
    return ledger.apply(send, happens, actor, now);
  };
  return { ...ledger, apply };
}

async function notBegun(ids: Iterable<string>): Promise<string[]> {
  const waiting = [...ids];
  const found: string[] = [];
  const lane = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if ((await readSend(id))?.state === "scheduled") found.push(id);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

const timeout = isFuzz ? 15 * MINUTE : 2 * MINUTE;
it(`${SENDS} sends are due at once and a fifth always fails: the others begin within three sweeps`, {
  timeout,
}, async () => {
  const chance = chanceOf(seed);
  const engine = testEngine();
  const owners = await scheduled(engine);
  const ids = [...owners.keys()];
  const broken = new Set(ids.filter(() => chance.is(0.2)));
  const healthy = ids.filter((id) => !broken.has(id));
  expect(broken.size).toBeGreaterThan(SENDS / 10);
  const { ledger } = engine;
  engine.ledger = failingFor(broken, engine);
  engine.pass(HOUR);
  for (let round = 0; round < 3; round++) {
    await sweep(engine);
    engine.pass(MINUTE);
  }
  expect(await notBegun(healthy)).toEqual([]);
  const asked = new Set(engine.tasks.map(({ uid }) => uid));
  expect(healthy.filter((id) => !asked.has(owners.get(id) ?? ""))).toEqual([]);
  expect(await notBegun(broken)).toHaveLength(broken.size);
  // Once they stop failing, they begin like the others.
  engine.ledger = ledger;
  for (let round = 0; round < 8; round++) {
    engine.pass(MINUTE);
    await sweep(engine);
  }
  expect(await notBegun(broken)).toEqual([]);
});
