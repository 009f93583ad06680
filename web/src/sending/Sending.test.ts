import { AppError } from "@sendwright/core/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginSend, SENDS_KEY, type SendCall, type SendList } from "../data/sendQueries.ts";
import { aSend } from "../testing/sendFactories.ts";
import { Sending } from "./Sending.ts";
import type { SendingEvent } from "./sendingEvents.ts";
import { lookUpSend } from "./sendLookup.ts";

vi.mock("./sendLookup.ts", async (original) => ({
  ...(await original<object>()),
  lookUpSend: vi.fn(),
}));
vi.mock("../data/sendQueries.ts", async (original) => ({
  ...(await original<object>()),
  beginSend: vi.fn(),
}));
const asked = vi.mocked(lookUpSend);
const begin = vi.mocked(beginSend);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  begin.mockReset().mockRejectedValue(new AppError("no_answer", "Lost."));
  asked.mockReset().mockRejectedValue(new AppError("no_answer", "Lost."));
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const CALL = { to: "send" } as SendCall;

/** What sends for one tab, and the events that it has reported: "held", "begun" and so on. */
function aSending(kind: "direct" | "bulk", uid = "u1", showToast = vi.fn()) {
  const sending = new Sending(kind, { uid, cache: new QueryClient() }, showToast);
  const events: SendingEvent[] = [];
  sending.follow((event) => events.push(event));
  return { sending, events, types: () => events.map(({ type }) => type), stop: sending.start() };
}

/** A click on Send whose answer was lost. */
async function lost() {
  const tell = vi.fn();
  const { sending, types } = aSending("bulk", "u1", tell);
  sending.submit(CALL);
  await vi.advanceTimersByTimeAsync(0);
  expect(sending.read().status).toBe("lost");
  return { sending, tell, types };
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
  asked.mockImplementation(({ key }) =>
    Promise.resolve({ event: { type: "missing", key, at: Date.now() } }),
  );
  const { sending, tell, types } = await lost();
  await vi.advanceTimersByTimeAsync(89_000);
  await sending.lookNow();
  expect(sending.read().status).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  await sending.lookNow();
  expect(sending.read().status).toBe("absent");
  expect(tell).toHaveBeenCalledOnce();
  expect(types()).toEqual(["asked", "absent"]);
  asked.mockClear();
  await sending.lookNow();
  expect(asked).not.toHaveBeenCalled();
});

it("still watches a held send after it is stopped and started again", async () => {
  const { sending } = await lost();
  asked.mockImplementation(async ({ status, key }) =>
    status === "held"
      ? { event: { type: "released", key } }
      : {
          event: {
            type: "found",
            key,
            hold: { until: Date.now() + 10_000, emails: 2, later: null },
          },
        },
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
  begin.mockRejectedValue(new AppError("idempotency_conflict", "Sent before."));
  const before = aSending("bulk");
  before.sending.submit(CALL);
  await vi.advanceTimersByTimeAsync(0);
  before.stop();
  const after = aSending("bulk");
  asked.mockImplementation(({ key }) => Promise.resolve({ event: { type: "found", key } }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(after.sending.read()).toMatchObject({ status: "begun", known: "earlier" });
  expect(after.types()).toEqual(["conflicted"]);
  const key = before.events[0] && "key" in before.events[0] ? before.events[0].key : "";
  after.sending.onProgress(
    { send: aSend({ id: key, state: "done" }), results: [], cursor: "" },
    false,
  );
  expect(after.sending.read().status).toBe("ended");
  // Its people aren't those of the form.
  expect(after.types()).toEqual(["conflicted"]);
});

it.each([
  ["direct", 2, "success", 8_000],
  ["direct", 1, "danger", 10_000],
  ["direct", null, "danger", 10_000],
  ["bulk", 2, "success", 15_000],
  ["bulk", 1, "warning", 15_000],
  ["bulk", null, "danger", 15_000],
] as const)(
  "shows the result of a %s send that reached %s of two people, or was refused (null): %s, %i ms",
  async (kind, sent, variant, duration) => {
    const showToast = vi.fn();
    const { sending } = aSending(kind, "u1", showToast);
    begin.mockImplementation((key) =>
      sent === null
        ? Promise.reject(new AppError("invalid_input", "Not today."))
        : Promise.resolve({ send: aSend({ id: key, state: "running" }), results: [] } as never),
    );
    sending.submit(CALL);
    await vi.advanceTimersByTimeAsync(0);
    const state = sending.read();
    if (state.status === "begun") {
      const counts = {
        total: 2,
        queued: 0,
        sending: 0,
        sent: sent ?? 0,
        failed: 2 - (sent ?? 0),
        skipped: 0,
        warning: 0,
      };
      sending.onProgress(
        { send: aSend({ id: state.key, state: "done", counts }), results: [], cursor: "" },
        false,
      );
    }
    expect(showToast.mock.calls).toEqual([[expect.any(String), { variant, duration }]]);
  },
);

it("reports each step of a send once", async () => {
  begin.mockImplementation((key) =>
    Promise.resolve({ send: aSend({ id: key, state: "running" }), results: [] } as never),
  );
  const { sending, types, events } = aSending("bulk");
  sending.submit(CALL);
  await vi.advanceTimersByTimeAsync(0);
  const state = sending.read();
  if (state.status !== "begun") throw new Error(`It is ${state.status}.`);
  const progress = { send: aSend({ id: state.key, state: "done" }), results: [], cursor: "" };
  sending.onProgress(progress, false);
  // An end that is seen twice counts once.
  sending.onProgress(progress, false);
  expect(types()).toEqual(["asked", "begun", "ended"]);
  expect(events.every((event) => "key" in event && event.key === state.key)).toBe(true);
  // Nothing of a Bulk Send comes back, so it isn't followed behind the next one.
  sending.submit(CALL);
  expect(sending.earlier()).toEqual([]);
});

it("closes a send whose place an edited one took, without a toast, and no one comes back", async () => {
  begin.mockImplementation((key) =>
    Promise.resolve({ send: aSend({ id: key, state: "scheduled" }), results: [] } as never),
  );
  const showToast = vi.fn();
  const { sending, types } = aSending("direct", "u1", showToast);
  sending.submit(CALL);
  await vi.advanceTimersByTimeAsync(0);
  const state = sending.read();
  if (state.status !== "begun") throw new Error(`It is ${state.status}.`);
  showToast.mockClear();
  const send = aSend({ id: state.key, state: "cancelled", cancelled: 2, replaced_by: "new-0001" });
  sending.onProgress({ send, results: [], cursor: "" }, false);
  expect(sending.read().status).toBe("idle");
  expect(sending.earlier()).toEqual([]);
  expect(types()).toEqual(["asked", "begun", "replaced"]);
  expect(showToast).not.toHaveBeenCalled();
});

it("takes a send out of the list of scheduled ones the moment an edited one begins, and says so", async () => {
  begin.mockImplementation((key) =>
    Promise.resolve({ send: aSend({ id: key, state: "scheduled" }), results: [] } as never),
  );
  const cache = new QueryClient();
  const later = aSend({ id: "later-0001", state: "scheduled", ended_at: null });
  cache.setQueryData<SendList>(SENDS_KEY, {
    sends: [later],
    before: null,
    unreadable: 0,
    readAt: Date.now(),
  });
  const toast = vi.fn();
  const sending = new Sending("bulk", { uid: "u1", cache }, toast);
  sending.start();
  sending.submit({ to: "send-bulk", input: { replaces: later.id } } as SendCall);
  await vi.advanceTimersByTimeAsync(0);
  const state = sending.read();
  if (state.status !== "begun") throw new Error(`It is ${state.status}.`);
  const known = cache.getQueryData<SendList>(SENDS_KEY)?.sends ?? [];
  expect(known.find(({ id }) => id === later.id)).toMatchObject({ replaced_by: state.key });
  expect(toast.mock.calls).toEqual([
    ["Your changes are saved. Only the new version will be sent.", { variant: "success" }],
  ]);
});

it("follows a send to its end when you send the next email or close the panel, and its people come back", async () => {
  begin.mockImplementation((key) =>
    Promise.resolve({ send: aSend({ id: key, state: "running" }), results: [] } as never),
  );
  const { sending, types, events } = aSending("direct");
  const ended = (key: string) => ({
    send: aSend({ id: key, state: "done" }),
    results: [],
    cursor: "",
  });
  const begun = async () => {
    sending.submit(CALL);
    await vi.advanceTimersByTimeAsync(0);
    const state = sending.read();
    if (state.status !== "begun") throw new Error(`It is ${state.status}.`);
    return state.key;
  };
  const first = await begun();
  const second = await begun();
  expect(types()).toEqual(["asked", "begun", "left", "asked", "begun"]);
  expect(sending.earlier()).toEqual([first]);
  sending.close();
  expect(sending.earlier()).toEqual([first, second]);
  events.length = 0;
  sending.onEarlierEnd(first, ended(first));
  // An end that is seen twice counts once.
  sending.onEarlierEnd(first, ended(first));
  sending.onEarlierEnd(second, null);
  expect(events).toEqual([
    { type: "ended", key: first, results: [] },
    { type: "gone", key: second },
  ]);
  expect(sending.earlier()).toEqual([]);
});

it("notes its send in the list when it begins and when it ends, so that no one reads the whole list for it", async () => {
  const cache = new QueryClient();
  const earlier = aSend({ id: "earlier", ended_at: "1970-01-01T00:00:00.000Z" });
  cache.setQueryData<SendList>(SENDS_KEY, {
    sends: [earlier],
    before: null,
    unreadable: 0,
    readAt: 0,
  });
  const [running, over] = [
    { ended_at: null },
    { state: "done", ended_at: "1970-01-01T00:01:00.000Z" },
  ] as const;
  begin.mockImplementation(async (key) => ({
    success: true,
    message: "",
    send_id: key,
    results: [],
    cursor: "",
    send: aSend({ id: key, state: "running", ...running }),
  }));
  const sending = new Sending("direct", { uid: "u1", cache }, vi.fn());
  sending.start();
  sending.submit(CALL);
  await vi.advanceTimersByTimeAsync(0);
  const state = sending.read();
  const key = state.status === "begun" ? state.key : "";
  const listed = () =>
    cache.getQueryData<SendList>(SENDS_KEY)?.sends.map(({ id, ended_at }) => [id, ended_at]);
  expect(listed()).toContainEqual([key, null]);
  sending.onProgress({ send: aSend({ id: key, ...over }), results: [], cursor: "" }, false);
  expect(listed()).toContainEqual([key, over.ended_at]);
  expect(listed()).toContainEqual(["earlier", earlier.ended_at]);
  expect(cache.getQueryState(SENDS_KEY)?.isInvalidated).toBe(false);
});
