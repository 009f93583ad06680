import { randomUUID } from "node:crypto";
import { paySlip, STAFF, staffList } from "./paySlips.ts";
import { addFiles, beginWithFiles, clickSend, filesSent, ownFiles } from "./personFileSteps.ts";
import { addresses, type Followed, type Sender } from "./sender.ts";
import { killFunctions, sweep } from "./stack.ts";
import { expect, test } from "./story.ts";

const ROWS = 200;
const SENT_BEFORE = 100;
/**
 * Milliseconds: covers the dead worker's lease (45 s), and then the pace, which counts emails for a
 * minute (`npm test` starts the stack with the highest pace, 150 a minute).
 */
const PATIENCE = 240_000;

test.use({ signedIn: true });

test("a send whose worker is killed in the middle ends, and mailbox and ledger agree", async ({
  sender,
}) => {
  test.setTimeout(PATIENCE + 210_000);
  const template = await sender.template();
  const people = addresses(ROWS);
  const key = randomUUID();

  // The 4 calls in flight at the kill: 2 are delivered without an answer, 2 never are.
  const hanging = { op: "send", skip: SENT_BEFORE, times: 2, delayMs: 10_000 };
  await sender.fault(hanging);
  await sender.fault({ ...hanging, reset: true });
  // Slowly, so that the lease is renewed on the way: emails counted then leave the pace a minute
  // after they were sent.
  await sender.limit({ delayMs: 400 });
  const unanswered = sender.sendToFile(template, people, key).then(
    ({ status }) => status,
    () => 0,
  );
  await expect.poll(() => sender.hasFaults(), { timeout: 180_000, intervals: [200] }).toBe(false);
  expect(await sender.delivered()).toHaveLength(SENT_BEFORE);
  expect(killFunctions()).toBeGreaterThan(0);
  await sender.unlimit();
  expect(await unanswered).not.toBe(200);
  const atTheKill = await sender.follow(key);
  expect(atTheKill.send).toMatchObject({
    state: "running",
    counts: { sent: SENT_BEFORE, sending: 4 },
  });

  // Without an answer, the page asks again: the key finds the send.
  const again = await sender.sendToFile(template, people, key);
  expect(again).toMatchObject({ status: 202, body: { success: true, send_id: key } });

  const { send, results } = await untilItEnds(sender, key);
  expect(send.state).toBe("done");
  expect(send.counts).toEqual({
    total: ROWS,
    sent: ROWS - 4,
    warning: 4,
    queued: 0,
    sending: 0,
    failed: 0,
    skipped: 0,
  });
  expect(results.map(({ recipient }) => recipient)).toEqual(people);

  const delivered = await sender.delivered();
  expect(delivered).toEqual([...new Set(delivered)]);
  const told = (status: string) =>
    results.filter((row) => row.status === status).map(({ recipient }) => recipient);
  expect(told("sent")).toHaveLength(ROWS - 4);
  expect(told("warning")).toHaveLength(4);
  expect(delivered).toEqual(expect.arrayContaining(told("sent")));
  expect(delivered.filter((address) => told("warning").includes(address))).toHaveLength(2);
  expect(delivered).toHaveLength(ROWS - 2);
});

test.describe("twelve pay slips", () => {
  // The page's calls break with the functions.
  test.use({ expected: /^Failed to load resource/ });

  test("whose worker is killed twice in the middle each reach their person, once and byte for byte", async ({
    sender,
    page,
  }) => {
    test.setTimeout(2 * PATIENCE + 90_000);
    await sender.template();
    await beginWithFiles(page, staffList());
    const slips = STAFF.map((person) => paySlip(person));
    await addFiles(page, slips);
    await expect(page.getByText("All 12 files name their person.")).toBeVisible();

    // Each kill meets all four calls in flight: Gmail takes their emails, and no one gets an answer.
    const hanging = { op: "send", times: 4, delayMs: 10_000 };
    await sender.fault({ ...hanging, skip: 2 });
    await clickSend(page, 12);
    await expect.poll(() => sender.hasFaults(), { timeout: 120_000, intervals: [200] }).toBe(false);
    await sender.fault(hanging);
    expect(killFunctions()).toBeGreaterThan(0);
    const [begun] = await sender.sends();
    const key = begun?.id ?? "";
    expect(await sender.follow(key)).toMatchObject({
      send: { counts: { sent: 2, sending: 4, queued: 6 } },
    });

    await expect(async () => {
      await sweep();
      expect(await sender.hasFaults()).toBe(false);
    }).toPass({ intervals: [500], timeout: PATIENCE });
    expect(killFunctions()).toBeGreaterThan(0);
    const { send } = await untilItEnds(sender, key);
    expect(send).toMatchObject({ state: "done", counts: { sent: 4, warning: 8, queued: 0 } });
    await expect.poll(async () => (await sender.delivered()).length).toBe(12);
    expect(await filesSent(sender.email)).toEqual(ownFiles(slips, STAFF));
    await expect(page.getByText(/^4 sent, 8 unconfirmed/).first()).toBeVisible();
  });
});

/** Sweeps and looks, as the scheduler and the page do, until the send has ended. */
async function untilItEnds(sender: Sender, key: string): Promise<Followed> {
  let followed = await sender.follow(key);
  await expect(async () => {
    await sweep();
    followed = await sender.follow(key);
    expect(
      followed.send.ended_at,
      `The send has not ended: ${JSON.stringify(followed.send)}`,
    ).not.toBeNull();
  }).toPass({ intervals: [2_000], timeout: PATIENCE });
  return followed;
}
