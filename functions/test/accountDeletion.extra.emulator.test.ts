import { expect, it } from "vitest";
import { eraseUser } from "../src/features/account/deleteAccount.ts";
import { sendsCollection } from "../src/store/sends/documents.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { copySend } from "./copiedSends.ts";
import { aPlan, aSender, begun, ownProject, testEngine } from "./sendsWorld.ts";

ownProject();

it("an account with two hundred old sends is deleted within one request", async () => {
  const user = await aSender();
  const engine = testEngine();
  const rows = aPlan(3).rows.map((row) => ({ ...row, state: "skipped" as const, reason: "No." }));
  const first = await begun(user, engine, aPlan(3, { rows }));
  await copySend(first, Array(199).fill(user.uid));
  const sends = async () => (await sendsCollection().where("owner", "==", user.uid).count().get()).data().count;
  expect(await sends()).toBe(200);
  await raiseTombstone(user.uid, engine.now());
  expect(await eraseUser(user.uid, engine.now(), Date.now() + 30_000)).toBe(true);
  expect(await sends()).toBe(0);
});
