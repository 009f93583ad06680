import { randomUUID } from "node:crypto";
import { addresses, type Followed, type Sender } from "./sender.ts";
import { expect, test } from "./story.ts";

/** What Google does to a send, through the whole stack: hosting, function, queue, ledger, and a Gmail that fails on purpose. */
test.use({ signedIn: true });

test("a burst of 429 slows a send down and loses no email", async ({ sender }) => {
  const { template, people, key } = await about(sender, 30);
  await sender.fault({ op: "send", status: 429, reason: "rateLimitExceeded", skip: 3, times: 6, retryAfter: 1 });
  await sender.fault({ op: "send", status: 403, reason: "userRateLimitExceeded", skip: 10, times: 2 });

  await sender.sendToFile(template, people, key);
  const { send } = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);

  expect(await sender.hasFaults()).toBe(false);
  expect(send).toMatchObject({ state: "done", counts: { total: 30, sent: 30, failed: 0, warning: 0 } });
  expect(await sender.delivered()).toEqual(people);
});

test("lost answers are reported as unconfirmed, and only a person sends such a row again", async ({ sender }) => {
  const { template, people, key } = await about(sender, 12);
  await sender.fault({ op: "send", storeFirst: true, skip: 2, times: 2 });
  await sender.fault({ op: "send", storeFirst: true, status: 503, skip: 4 });
  await sender.fault({ op: "send", reset: true, skip: 6 });

  const answer = await sender.sendToFile(template, people, key);
  expect(answer).toMatchObject({ status: 200, body: { success: false, reason: "partially_sent", send_id: key } });
  const { send, results } = await sender.follow(key);
  expect(send).toMatchObject({ state: "done", counts: { total: 12, sent: 8, warning: 4 } });
  const unknown = results.filter(({ status }) => status === "warning");
  for (const { reason } of unknown) {
    expect(reason).toBe("We can't tell whether this email went out. Check your Sent folder.");
  }
  const delivered = await sender.delivered();
  expect(delivered).toEqual([...new Set(delivered)]);
  expect(delivered).toHaveLength(11);

  const lost = unknown.find(({ recipient }) => !delivered.includes(recipient));
  const again = await sender.call("POST", `/api/sends/${key}/retry`, { rows: [lost?.row] });
  expect(again.status).toBe(200);
  const after = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);
  expect(after.send.counts).toMatchObject({ sent: 9, warning: 3 });
  expect(await sender.delivered()).toEqual(people);
});

test("the account's daily limit pauses a send until there is room", async ({ sender }) => {
  const { template, people, key } = await about(sender, 9);
  await sender.limit({ perDay: 5 });

  expect((await sender.sendToFile(template, people, key)).status).toBe(202);
  const { send } = await until(sender, key, ({ send: { state } }) => state === "paused");
  expect(send).toMatchObject({ state: "paused", pause_reason: "quota", counts: { sent: 5, queued: 4, failed: 0 } });
  expect(Date.parse(send.resumes_at ?? "")).toBeGreaterThan(Date.now());

  await sender.unlimit();
  await sender.call("POST", `/api/sends/${key}/resume`);
  const resumed = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);
  expect(resumed.send).toMatchObject({ state: "done", counts: { total: 9, sent: 9 } });
  expect(await sender.delivered()).toEqual(people);
});

async function about(sender: Sender, rows: number) {
  return { template: await sender.template(), people: addresses(rows), key: randomUUID() };
}

/** Looks, as the page does, until a send is as wanted. */
async function until(sender: Sender, key: string, isSo: (now: Followed) => boolean): Promise<Followed> {
  let now = await sender.follow(key);
  await expect(async () => {
    now = await sender.follow(key);
    expect(isSo(now), `The send stays as it is: ${JSON.stringify(now.send)}`).toBe(true);
  }).toPass({ intervals: [500], timeout: 60_000 });
  return now;
}
