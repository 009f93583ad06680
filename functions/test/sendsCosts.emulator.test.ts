import { expect, it } from "vitest";
import { measureCosts, measureWatching } from "./costs.ts";
import { aSender, ownProject } from "./sendsWorld.ts";

/**
 * Firestore's price for an email (decision 4): `npm run bench` prints the figures, this test
 * enforces them.
 */
ownProject();

const MAILS = 300;
const FOLLOWED = 60;

it("costs at most 1.2 reads, 3 writes and 1 delete per email, plus a fixed number per slice", async () => {
  const { begin, send, look, remove } = await measureCosts(await aSender(), MAILS);
  const writes = begin.writes + send.writes + remove.writes;

  expect(send.reads).toBeGreaterThanOrEqual(MAILS);
  expect(send.reads / MAILS).toBeLessThanOrEqual(1.2);
  expect(writes).toBeGreaterThanOrEqual(3 * MAILS);
  expect(writes / MAILS).toBeLessThanOrEqual(3.1);
  expect(remove.deletes).toBeGreaterThanOrEqual(MAILS);
  expect(remove.deletes / MAILS).toBeLessThanOrEqual(1.01);
  // Neither beginning nor deleting reads a row, and a look reads each once. Two reads are for the
  // account's first send only: for a stop from before the account, and for earlier users of the
  // same Google account.
  expect(begin.reads + remove.reads).toBeLessThanOrEqual(12);
  expect(look.reads).toBeLessThanOrEqual(MAILS + 10);
});

it("costs at most 4 reads per row to follow a send to its end, and no look more than 3 and the rows that changed", async () => {
  const { looks, reads } = await measureWatching(await aSender(), FOLLOWED);
  const [first, ...others] = looks;
  expect(first?.rows).toBe(FOLLOWED);
  expect(others.filter((look) => look.reads > 3 + look.rows)).toEqual([]);
  expect(reads / FOLLOWED).toBeLessThanOrEqual(4);
  expect(others.at(-1)).toMatchObject({ reads: 1, rows: 0 });
});
