import { createHash, randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { RateBucket } from "@sendwright/core/contract";
import { DocumentReference, WriteBatch } from "firebase-admin/firestore";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccount } from "../src/features/account/deleteAccount.ts";
import { Meter } from "../src/http/meter.ts";
import { firestore } from "../src/platform/firebase.ts";
import { countCall } from "../src/store/apiRateLimits.ts";
import { keepCount } from "../src/store/dailyQuota.ts";
import { FRESH, readSender, senders } from "../src/store/senders.ts";
import { sendDocId, sendRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { POOLS, POOLS_IN_MEMORY, ROWS } from "../src/store/spending.ts";
import { rowsOfDay, withUserLock } from "../src/store/userLock.ts";
import { refused } from "./expectations.ts";
import type { Person } from "./harness.ts";
import { storedFiles } from "./owners.ts";
import {
  aCsv,
  answering,
  aPlan,
  aSender,
  aTemplate,
  begun,
  connectedPerson,
  keyOf,
  over,
  REFUSAL,
  statesOf,
  testEngine,
} from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** What one account may cost in a day, and what a refusal leaves alone (decision 27). */

let ada: Person;
let token: string;
const engine = testEngine();
const api = wholeApi(engine);
beforeEach(async () => {
  ada = await connectedPerson();
  token = ada.token;
});

const counterOf = (bucket: RateBucket, sub: string) =>
  firestore()
    .collection("rates")
    .doc(`${bucket}_${createHash("sha256").update(sub).digest("base64url")}`);

/** Lets a person use up what these calls may cost. */
async function useUp(bucket: keyof typeof POOLS, { sub }: Person): Promise<void> {
  await countCall(bucket, sub, Date.now(), undefined, POOLS[bucket].atOnce);
}

/**
 * Lets a person have so many rows of the day left. None come back within the hour, however slow the
 * test.
 */
async function leaveRows(uid: string, left: number): Promise<void> {
  const rows = { left, at: Date.now() + 3_600_000 };
  await firestore().collection("owners").doc(uid).set({ rows }, { merge: true });
}

/** Takes rows as a send does. */
function takeRows({ uid, sub }: Pick<Person, "uid" | "sub">, rows: number): Promise<void> {
  return withUserLock(uid, async (begin) => {
    await (await begin({ sub, rows })).commit();
  });
}

const SENTENCE = (what: string) =>
  new RegExp(
    `^You have reached the daily limit for ${what}\\. You can continue in about \\d+ (seconds?|minutes|hours)\\. Sends that have begun aren't affected\\.$`,
  );
const refusal = (what: string) => ({
  status: 429,
  body: { success: false, reason: "daily_budget", error: expect.stringMatching(SENTENCE(what)) },
});

function sendList(rows: number, key = randomUUID()) {
  const form = { mode: "csv", recipient_template: "Email" };
  return async (template: string) =>
    api.request("POST", "/api/send-bulk", {
      token,
      form: {
        ...form,
        template_id: template,
        start_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
      files: [{ field: "csv_file", name: "list.csv", content: aCsv(rows).text, type: "text/csv" }],
      headers: { "idempotency-key": key },
    });
}

describe("rows of the day", () => {
  it("refuse a send that doesn't fit, with the time until it does, and nothing is written", async () => {
    const template = await aTemplate(ada.uid);
    await leaveRows(ada.uid, 2);
    const key = randomUUID();
    const answer = await sendList(3, key)(template);
    expect(answer).toMatchObject(refusal("rows in new sends"));
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await readSend(sendDocId(ada.uid, key))).toBeNull();
    expect((await sendRef(sendDocId(ada.uid, key)).collection("rows").get()).size).toBe(0);
    expect((await rowsOfDay(ada.uid))?.left).toBeCloseTo(2, 0);
    expect(await sendList(2, key)(template)).toMatchObject({ status: 202 });
  });

  it("are taken once, even if the call is repeated, and a repetition is never refused", async () => {
    const template = await aTemplate(ada.uid);
    await leaveRows(ada.uid, 3);
    const [key, csv] = [randomUUID(), aCsv(3).text];
    const form = {
      mode: "csv",
      recipient_template: "Email",
      template_id: template,
      start_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const call = () =>
      api.request("POST", "/api/send-bulk", {
        token,
        form,
        files: [{ field: "csv_file", name: "list.csv", content: csv, type: "text/csv" }],
        headers: { "idempotency-key": key },
      });
    const answers = [...(await Promise.all([call(), call(), call()])), await call()];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect((await rowsOfDay(ada.uid))?.left).toBeCloseTo(0, 0);
  });

  it("of many sends at once, let exactly as many begin as fit", async () => {
    const template = await aTemplate(ada.uid);
    await leaveRows(ada.uid, 10);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendList(3)(template)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429]);
  });

  it("count rows that are sent again; a refused retry leaves every row as it was", async () => {
    const {
      user,
      key,
      engine: own,
    } = await over(3, { answers: { 1: REFUSAL, 2: REFUSAL, 3: REFUSAL } });
    const { retry } = await import("../src/features/sends/control/control.ts");
    await leaveRows(user.uid, 2);
    await refused(
      retry(own, user.uid, key, null),
      "daily_budget",
      expect.stringMatching(SENTENCE("rows in new sends")),
    );
    expect(await statesOf(sendDocId(user.uid, key))).toEqual(["failed", "failed", "failed"]);
    await retry(own, user.uid, key, [1, 2]);
    expect((await rowsOfDay(user.uid))?.left).toBeCloseTo(0, 0);
  });

  it("outlive a deleted account: signing in again starts nothing over", async () => {
    await takeRows(ada, ROWS.atOnce - 5);
    await deleteAccount(ada.uid, ada.sub);
    await keepCount(ada.uid, ada.sub, Date.now());
    const again = { ...ada, uid: `${ada.uid}-again` };
    await refused(takeRows(again, 6), "daily_budget");
    await takeRows(again, 5);
    await refused(takeRows(again, 1), "daily_budget");
  });

  describe("of a user who was deleted in the authentication service itself", () => {
    const later = (n: number) => ({ ...ada, uid: `${ada.uid}-${n}` });

    it("count for the next users of the same Google account, each time", async () => {
      await takeRows(ada, ROWS.atOnce - 5);
      await takeRows(later(1), 3);
      await refused(takeRows(later(2), 3), "daily_budget");
      await takeRows(later(2), 2);
      await refused(takeRows(later(3), 1), "daily_budget");
    });

    it("count with those of an account that was deleted here, whichever was first", async () => {
      await takeRows(ada, 100);
      await takeRows(later(1), ROWS.atOnce - 105);
      await deleteAccount(later(1).uid, ada.sub);
      // The first user's data is deleted last, and has more left.
      await deleteAccount(ada.uid, ada.sub);
      await refused(takeRows(later(2), 6), "daily_budget");
      await takeRows(later(2), 5);
    });

    it("don't keep the next one from sending if the earlier one's documents can't be read", async () => {
      await takeRows(ada, 1);
      await firestore().collection("owners").doc(ada.uid).update({ rows: "many" });
      await firestore().collection("senders").doc(ada.uid).set({ hours: "many" });
      await takeRows(later(1), ROWS.atOnce);
    });

    it("come with the emails that Google still counts", async () => {
      const hour = String(Math.floor(Date.now() / 3_600_000));
      await takeRows(ada, 1);
      await senders()
        .doc(ada.uid)
        .set({ ...FRESH, hours: { [hour]: 7 } });
      await takeRows(later(1), 1);
      expect((await readSender(later(1).uid))?.hours).toEqual({ [hour]: 7 });
    });
  });

  it("that can't be read count as none", async () => {
    await firestore().collection("owners").doc(ada.uid).set({ rows: "many" });
    await takeRows(ada, ROWS.atOnce);
  });
});

describe("each kind of call", () => {
  const fields = {
    name: "N",
    subject: "S",
    body: "<p>B</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  };
  const file = { field: "file", name: "a.txt", content: "a" };

  it("has its own pool: an upload is refused before anything is stored, the rest continues", async () => {
    const template = await aTemplate(ada.uid);
    await useUp("uploads", ada);
    const path = `/api/template/${template}/attachments`;
    const before = await storedFiles(`users/${ada.uid}/`);
    expect(await api.request("POST", path, { token, files: [file] })).toMatchObject(
      refusal("uploads"),
    );
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual(before);
    expect(await api.request("GET", `/api/template/${template}`, { token })).toMatchObject({
      status: 200,
      body: { template: { attachments: [] } },
    });
    expect(await api.request("POST", "/api/templates", { token, json: fields })).toMatchObject({
      status: 201,
    });
  });

  it("refuses a form with several files whole", async () => {
    await useUp("template_writes", ada);
    const files = [1, 2, 3].map((n) => ({ field: "files", name: `${n}.txt`, content: "x" }));
    const answer = await api.request("POST", "/api/templates", { token, form: fields, files });
    expect(answer).toMatchObject(refusal("changes to templates"));
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
    expect(await api.request("GET", "/api/templates", { token })).toMatchObject({
      body: { templates: [] },
    });
  });

  it("is charged for its time, its answer and its body, with the account's next call of the kind", async () => {
    const left = async () => (await counterOf("uploads", ada.sub).get()).get("day")?.left as number;
    const template = await aTemplate(ada.uid);
    const path = `/api/template/${template}/attachments`;
    const upload = (content: string) =>
      api.request("POST", path, { token, files: [{ ...file, content }] });
    await upload("a");
    const first = await left();
    expect(first).toBeLessThan(POOLS.uploads.atOnce - 16);
    // The body of the second: a megabyte for 26. The time and the answer of the first: more than
    // nothing.
    await upload("b".repeat(1_000_000));
    expect(first - (await left())).toBeGreaterThan(16 + 26);
  });

  it("in the same instance is refused without the database, until the time that it named", async () => {
    await useUp("settings", ada);
    const save = () =>
      api.request("PUT", "/api/account/settings", { token, json: { undo_send: true } });
    expect(await save()).toMatchObject(refusal("changes to settings"));
    await counterOf("settings", ada.sub).delete();
    expect(await save()).toMatchObject(refusal("changes to settings"));
  });

  it("keeps its counter when the account is deleted, under a hash of the Google account's number", async () => {
    await useUp("previews", ada);
    await deleteAccount(ada.uid, ada.sub);
    const counter = await counterOf("previews", ada.sub).get();
    expect(counter.get("day")).toMatchObject({ left: 0 });
    expect(counter.get("expireAt").toMillis()).toBeGreaterThan(Date.now() + 3_600_000);
    expect(JSON.stringify([counter.id, counter.data()])).not.toContain(ada.uid);
    await refused(useUp("previews", ada), "daily_budget");
  });

  it("reads a counter of an earlier version as full", async () => {
    await counterOf("previews", ada.sub).set({ calls: [] });
    await useUp("previews", ada);
  });
});

describe("a send that has begun", () => {
  /** A person who has used up everything except what belongs to a send. */
  async function spent(): Promise<void> {
    await leaveRows(ada.uid, 0);
    const others = (Object.keys(POOLS) as (keyof typeof POOLS)[]).filter(
      (bucket) => bucket !== "send_controls",
    );
    await Promise.all(others.map((bucket) => useUp(bucket, ada)));
    drain("reads");
  }

  /** Uses up what this instance counts in its memory. */
  function drain(rate: keyof typeof POOLS_IN_MEMORY): void {
    const request = {
      socket: Object.assign(new EventEmitter(), { bytesWritten: 0 }),
      res: undefined,
    };
    const meter = Meter.begin(rate, ada.sub, request as never);
    void meter.measure(async () => meter.charge(POOLS_IN_MEMORY[rate].atOnce));
  }

  it("can be watched, paused, resumed, moved and canceled when everything else is used up", async () => {
    const user = { ...ada, name: "Ada" };
    const id = await begun(user, engine, aPlan(3, { startAt: engine.now() + 3_600_000 }));
    const path = `/api/sends/${keyOf(user, id)}`;
    await spent();
    expect(await api.request("GET", "/api/templates", { token })).toMatchObject(
      refusal("reading your data"),
    );
    const look = await api.request("GET", path, { token });
    expect(look).toMatchObject({ status: 200 });
    expect(await api.request("GET", `${path}?after=${look.body.cursor}`, { token })).toMatchObject({
      status: 200,
    });
    for (const action of ["pause", "resume", "cancel"]) {
      expect([action, (await api.request("POST", `${path}/${action}`, { token })).status]).toEqual([
        action,
        200,
      ]);
    }
    expect(await api.request("DELETE", path, { token })).toMatchObject({ status: 200 });
  });

  it("can be undone", async () => {
    const user = { ...ada, name: "Ada" };
    const id = await begun(user, engine, aPlan(1, { hold: 10_000 }));
    await spent();
    expect(
      await api.request("POST", `/api/sends/${keyOf(user, id)}/undo`, { token }),
    ).toMatchObject({ status: 200 });
  });

  it("is sent to its end", async () => {
    const [user, own] = [await aSender(), answering()];
    const id = await begun(user, own, 3);
    await leaveRows(user.uid, 0);
    const { runSlice } = await import("../src/features/sends/work/slice.ts");
    const end = { claimUntil: Number.MAX_SAFE_INTEGER, callUntil: Number.MAX_SAFE_INTEGER };
    await runSlice(own, user.uid, end);
    expect(await statesOf(id)).toEqual(["sent", "sent", "sent"]);
  });

  it("can be canceled a minute later even after all changes of a day", async () => {
    await useUp("send_controls", ada);
    await refused(useUp("send_controls", ada), "daily_budget");
    const price = 60;
    const wait = await countCall("send_controls", ada.sub, Date.now(), undefined, price).catch(
      (cause: { retryAfter: number }) => cause.retryAfter,
    );
    expect(wait).toBeLessThanOrEqual(60);
  });
});

describe("no document more", () => {
  it("is read or written to count rows: a turn reads and writes one", async () => {
    await takeRows(ada, 1);
    const reads = vi.spyOn(DocumentReference.prototype, "get");
    const writes = vi.spyOn(WriteBatch.prototype, "update");
    await takeRows(ada, 1);
    expect([reads.mock.calls.length, writes.mock.calls.length]).toEqual([1, 1]);
    vi.restoreAllMocks();
  });

  it("is read or written to count a call and its cost", async () => {
    await countCall("previews", ada.sub, Date.now());
    const reads = vi.spyOn(DocumentReference.prototype, "get");
    const writes = vi.spyOn(WriteBatch.prototype, "update");
    await useUp("previews", ada);
    expect([reads.mock.calls.length, writes.mock.calls.length]).toEqual([1, 1]);
    vi.restoreAllMocks();
  });
});
