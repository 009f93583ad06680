import { expect, test } from "vitest";
import { CallQueue } from "./callQueue.ts";

/** Work that ends when the test says so. */
function work(turns: CallQueue, caller: string, begun: string[], name: string) {
  let end: (how: "done" | "failed") => void = () => {};
  const told = new Promise<"done" | "failed">((resolve) => {
    end = resolve;
  });
  const result = turns.take(caller, async () => {
    begun.push(name);
    if ((await told) === "failed") throw new Error(name);
    return name;
  });
  return { end, result };
}

test("two of one caller's calls work at once, in their order; no one waits for another caller", async () => {
  const turns = new CallQueue(2);
  const begun: string[] = [];
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => work(turns, "ada", begun, name));
  const g = work(turns, "grace", begun, "g");
  expect(begun).toEqual(["a", "b", "g"]);
  b?.end("failed");
  await expect(b?.result).rejects.toThrow("b");
  await Promise.resolve();
  expect(begun).toEqual(["a", "b", "g", "c"]);
  for (const one of [a, c, d, g]) one?.end("done");
  expect(await Promise.all([a, c, d, g].map((one) => one?.result))).toEqual(["a", "c", "d", "g"]);
  const later = work(turns, "ada", begun, "later");
  expect(begun.at(-1)).toBe("later");
  later.end("done");
  await later.result;
});
