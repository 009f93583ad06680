import { AppError } from "@sendwright/core/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import { Sending } from "./Sending.ts";
import { lookUpSend } from "./sendLookup.ts";
import type { SendMode } from "./sendMode.ts";

vi.mock("./sendLookup.ts", async (original) => ({ ...(await original<object>()), lookUpSend: vi.fn() }));
const asked = vi.mocked(lookUpSend);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  asked.mockReset().mockRejectedValue(new AppError("no_answer", "Lost."));
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const WAY = {
  kind: "bulk",
  form: () => ({ take: vi.fn(), forget: vi.fn(), giveBack: vi.fn() }),
  begin: () => Promise.reject(new AppError("no_answer", "Lost.")),
  words: { toast: "Error", panel: "Error" },
  toasts: { good: 1, bad: 1 },
} as unknown as SendMode<string, string>;

/** A click on Send whose answer was lost. */
async function lost() {
  const tell = vi.fn();
  const sending = new Sending(WAY, { uid: "u1", cache: new QueryClient() }, tell);
  sending.start();
  sending.submit("submitted", "call");
  await vi.advanceTimersByTimeAsync(0);
  expect(sending.read().status).toBe("lost");
  return { sending, tell };
}

it("asks about a lost send immediately when told to, then continues as before", async () => {
  const { sending } = await lost();
  await vi.advanceTimersByTimeAsync(15_000);
  const before = asked.mock.calls.length;
  await sending.lookNow();
  expect(asked).toHaveBeenCalledTimes(before + 1);
  // One chain of lookups, not two.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length - before).toBeLessThanOrEqual(4);
});

it("gives up after ninety seconds, even if asked more often", async () => {
  asked.mockImplementation(({ key }) => Promise.resolve({ event: { type: "missing", key, at: Date.now() } }));
  const { sending, tell } = await lost();
  await vi.advanceTimersByTimeAsync(89_000);
  await sending.lookNow();
  expect(sending.read().status).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  await sending.lookNow();
  expect(sending.read().status).toBe("absent");
  expect(tell).toHaveBeenCalledOnce();
  asked.mockClear();
  await sending.lookNow();
  expect(asked).not.toHaveBeenCalled();
});

it("still watches a held send after it is stopped and started again", async () => {
  const { sending } = await lost();
  asked.mockImplementation(async ({ status, key }) =>
    status === "held"
      ? { event: { type: "released", key } }
      : { event: { type: "found", key, hold: { until: Date.now() + 10_000, emails: 2, later: null } } },
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sending.read().status).toBe("held");
  const stop = sending.start();
  stop();
  sending.start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sending.read().status).toBe("begun");
});

it("after a reload, learns that the server has an earlier email under the key, and leaves the form alone", async () => {
  const conflict = () => Promise.reject(new AppError("idempotency_conflict", "Sent before."));
  const form = { take: vi.fn(), forget: vi.fn(), giveBack: vi.fn() };
  const account = { uid: "u1", cache: new QueryClient() };
  const begin = (way: Partial<SendMode<string, string>>) => {
    const sending = new Sending({ ...WAY, ...way, form: () => form as never }, account, vi.fn());
    return { sending, stop: sending.start() };
  };
  const before = begin({ begin: conflict });
  before.sending.submit("submitted", "call");
  await vi.advanceTimersByTimeAsync(0);
  before.stop();
  const after = begin({});
  asked.mockImplementation(({ key }) => Promise.resolve({ event: { type: "found", key } }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(after.sending.read()).toMatchObject({ status: "begun", known: "earlier" });
  expect(form.take).not.toHaveBeenCalled();
});

it("follows a send to its end when you send the next email or close the panel, and its people come back", async () => {
  const form = { take: vi.fn(), forget: vi.fn(), restoreEarlier: vi.fn() };
  const account = { uid: "u1", cache: new QueryClient() };
  const unreached = vi.fn((submitted: string | null) => `rest of ${submitted}`);
  const begin = (key: string) => Promise.resolve({ send: aSend({ id: key, state: "running" }), results: [] } as never);
  const words = { ...WAY.words, ended: () => ({ message: "Ended.", variant: "info" as const }) };
  const sending = new Sending({ ...WAY, begin, words, unreached, form: () => form as never }, account, vi.fn());
  sending.start();
  const ended = (key: string) => ({ send: aSend({ id: key, state: "done" }), results: [], cursor: "" });
  const begun = async (submitted: string) => {
    sending.submit(submitted, "call");
    await vi.advanceTimersByTimeAsync(0);
    const state = sending.read();
    if (state.status !== "begun") throw new Error(`It is ${state.status}.`);
    return state.key;
  };
  const first = await begun("first");
  await begun("second");
  expect(sending.earlier()).toEqual([{ key: first, submitted: "first" }]);
  sending.close();
  const [one, two] = sending.earlier();
  if (!one || !two) throw new Error("Not both are followed.");
  sending.onEarlierEnd(one, ended(one.key));
  // An end that is seen twice counts once.
  sending.onEarlierEnd(one, ended(one.key));
  sending.onEarlierEnd(two, null);
  expect(form.restoreEarlier.mock.calls).toEqual([["rest of first"]]);
  expect(sending.earlier()).toEqual([]);
});
