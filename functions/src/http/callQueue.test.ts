import { expect, test } from "vitest";
import { CallQueue } from "./callQueue.ts";

/**
 * A call that asks for its turn at once, or when the test says so, and ends when the test says so.
 */
function enter(
  queue: CallQueue,
  caller: string,
  begun: string[],
  name: string,
  comesLater = false,
) {
  let ask = () => {};
  const arrived = new Promise<void>((resolve) => {
    ask = resolve;
  });
  let end: (how: "done" | "failed") => void = () => {};
  const told = new Promise<"done" | "failed">((resolve) => {
    end = resolve;
  });
  const result = queue.enter(caller, async (turn) => {
    if (comesLater) await arrived;
    await turn();
    begun.push(name);
    if ((await told) === "failed") throw new Error(name);
    return name;
  });
  return { ask, end, result };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const refused = {
  reason: "rate_limited",
  retryAfter: 1,
  message: "Too many requests. Please try again in 1 second.",
};

test("two of one caller's calls run at once, in their order; no one waits for another caller", async () => {
  const queue = new CallQueue(2, 4);
  const begun: string[] = [];
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => enter(queue, "ada", begun, name));
  const g = enter(queue, "grace", begun, "g");
  await settled();
  expect(begun).toEqual(["a", "b", "g"]);
  b?.end("failed");
  await expect(b?.result).rejects.toThrow("b");
  await settled();
  expect(begun).toEqual(["a", "b", "g", "c"]);
  for (const one of [a, c, d, g]) one?.end("done");
  expect(await Promise.all([a, c, d, g].map((one) => one?.result))).toEqual(["a", "c", "d", "g"]);
  const later = enter(queue, "ada", begun, "later");
  await settled();
  expect(begun.at(-1)).toBe("later");
  later.end("done");
  await later.result;
});

test("four wait, and the next is refused until one has ended; another caller isn't", async () => {
  const queue = new CallQueue(2, 4);
  const begun: string[] = [];
  const calls = ["a", "b", "c", "d", "e", "f"].map((name) => enter(queue, "ada", begun, name));
  await expect(enter(queue, "ada", begun, "g").result).rejects.toMatchObject(refused);
  const other = enter(queue, "grace", begun, "other");
  calls[0]?.end("done");
  await calls[0]?.result;
  const next = enter(queue, "ada", begun, "next");
  await expect(enter(queue, "ada", begun, "h").result).rejects.toMatchObject(refused);
  for (const one of [...calls, other, next]) one.end("done");
  await Promise.all([...calls, other, next].map((one) => one.result));
  expect(begun).toEqual(["a", "b", "other", "c", "d", "e", "f", "next"]);
});

test("a call whose body is on its way counts as waiting, but keeps no other from its turn", async () => {
  const queue = new CallQueue(2, 4);
  const begun: string[] = [];
  const slow = ["a", "b", "c", "d", "e"].map((name) => enter(queue, "ada", begun, name, true));
  const quick = enter(queue, "ada", begun, "quick");
  await expect(enter(queue, "ada", begun, "refused").result).rejects.toMatchObject(refused);
  await settled();
  expect(begun).toEqual(["quick"]);
  for (const one of [...slow, quick]) {
    one.ask();
    one.end("done");
  }
  await Promise.all([...slow, quick].map((one) => one.result));
  expect(begun).toEqual(["quick", "a", "b", "c", "d", "e"]);
});
