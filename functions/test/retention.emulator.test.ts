import { OAuth2Client } from "google-auth-library";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deleteAccount, finishDeletions } from "../src/features/account/deleteAccount.ts";
import { endOrphanGrants } from "../src/features/account/orphanGrants.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/user.ts";
import { auth, firestore } from "../src/platform/firebase.ts";
import { countCall } from "../src/store/apiRateLimits.ts";
import { readGrant, uncheckedGrants } from "../src/store/grants.ts";
import { FRESH, readSender } from "../src/store/senders.ts";
import { changeSettings } from "../src/store/settings.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { unlinkAnyway, unlinkGoogle } from "../src/store/unlinkGoogle.ts";
import { everythingOf } from "./accessActors.ts";
import { answering, HOUR } from "./answering.ts";
import { aPlan, aSender, aTemplate, begun, NO_END, ownProject } from "./sendsWorld.ts";
import { storedFiles } from "./stored.ts";

/**
 * Everything that ends and is deleted automatically: each of the sweep's reasons to check, and the rest after an
 * account's deletion.
 */
ownProject();

const MINUTE = 60_000;
const file = { filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") };
afterEach(() => {
  vi.restoreAllMocks();
});

describe("sweep", () => {
  it("asks at once for slices of users whose worker died, before any of their sends is due", async () => {
    const engine = answering();
    const user = await aSender();
    await begun(user, engine, 1);
    await engine.ledger.takeLease(user.uid, engine.now());
    engine.pass(50_000);
    expect(await engine.ledger.dueSends(engine.now(), 5)).toEqual([]);
    await sweep(engine);
    expect(engine.tasks.map(({ uid }) => uid)).toEqual([user.uid]);
  });

  it("leaves failed checks for five minutes, so that they take no one's place", async () => {
    const engine = answering();
    const id = await begun(await aSender(), engine, aPlan(1, { startAt: engine.now() + HOUR }));
    const { apply } = engine.ledger;
    engine.ledger.apply = (send, happens, actor, now) => {
      const isSetBack = typeof happens === "object" && happens.kind === "attentionFailed";
      return isSetBack ? apply(send, happens, actor, now) : Promise.reject(new Error("broken"));
    };
    engine.pass(HOUR);
    await sweep(engine);
    engine.pass(4 * MINUTE);
    expect(await engine.ledger.dueSends(engine.now(), 5)).toEqual([]);
    engine.pass(2 * MINUTE);
    expect((await engine.ledger.dueSends(engine.now(), 5)).map((send) => send.id)).toEqual([id]);
  });
});

describe("of a deleted account", () => {
  /** A person with one of everything, including a finished send. */
  async function gone(): Promise<User> {
    const user = await aSender();
    const engine = answering();
    await aTemplate(user.uid);
    await changeSettings(user.uid, { undo_send: false });
    await countCall("sends", user.uid, engine.now());
    await begun(user, engine, 2);
    await runSlice(engine, user.uid, NO_END);
    return user;
  }

  it("leaves only the tombstone", async () => {
    const user = await gone();
    expect(await deleteAccount(user.uid, user.sub)).toBe(true);
    const left = Object.keys(await everythingOf([{ ...user, token: "" }]));
    expect(left.map((path) => path.split("/")[0]).sort()).toEqual(["senders"]);
    expect(await readSender(user.uid)).toMatchObject({ ...FRESH, goneAt: expect.any(Number), unlink: user.sub });
    // Counters contain no names; there are no others' here.
    expect((await firestore().collection("rates").get()).size).toBe(0);
  });

  it("deletes the files of a send that can't be read any more", async () => {
    const user = await aSender();
    const id = await begun(user, answering(), aPlan(1, { files: [file] }));
    await firestore().collection("sends").doc(id).update({ counts: "broken" });
    expect(await storedFiles(`sends/${id}/`)).toHaveLength(1);
    expect(await deleteAccount(user.uid, user.sub)).toBe(true);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
  });

  it("deletes the permission even if Google refuses to end it; a person who disconnects keeps it and gets an error", async () => {
    const { sub } = await aSender();
    vi.spyOn(OAuth2Client.prototype, "revokeToken").mockImplementation(() => Promise.reject(new Error("refused")));
    await expect(unlinkGoogle(sub)).rejects.toMatchObject({ reason: "google_oauth_error" });
    expect(await readGrant(sub)).not.toBeNull();
    await unlinkAnyway(sub);
    expect(await readGrant(sub)).toBeNull();
  });

  it("the tombstone stays as long as there is a send", async () => {
    const user = await gone();
    const began = Date.now();
    await raiseTombstone(user.uid, began);
    // The time of this sweep is over before its first send.
    vi.spyOn(Date, "now").mockReturnValueOnce(began - HOUR);
    await finishDeletions(began + HOUR);
    expect(await readSender(user.uid)).not.toBeNull();
    await finishDeletions(began + 2 * HOUR);
    expect(await readSender(user.uid)).toBeNull();
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(0);
  });
});

it("a sign-in that can't be checked is checked again an hour later", async () => {
  const { sub } = await aSender();
  const isDue = async (at: number) => (await uncheckedGrants(at, 100)).some((grant) => grant.sub === sub);
  vi.spyOn(auth(), "getUserByProviderUid").mockRejectedValue(new Error("broken"));
  const then = Date.now() + HOUR;
  expect(await isDue(then)).toBe(true);
  await endOrphanGrants(then);
  expect(await readGrant(sub)).not.toBeNull();
  expect([await isDue(then + HOUR - MINUTE), await isDue(then + HOUR)]).toEqual([false, true]);
});
