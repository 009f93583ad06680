import { once } from "node:events";
import { demoPreview, getSettings, saveSettings, sendBulk } from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { announce as announceTo, google, statusOn, tokenOf, until } from "../test/deployedApi.ts";
import { type Api, processor, startApi } from "../test/harness.ts";

vi.mock("./platform/firebase.ts", () => import("../test/deployedApi.ts"));
vi.mock("./store/apiRateLimits.ts", () => import("../test/deployedApi.ts"));
vi.mock("./config.ts", async () => (await import("../test/deployedApi.ts")).deployed);
const { openRoute, route } = await import("./http/route.ts");

let handled = 0;
const settings = {
  undo_send: true,
  hours: { from: 0, to: 24 },
  time_zone: null,
  reply_to: "",
  signature: "",
};
/** What a call waits for while it is at work. */
let gate: Promise<void> | undefined;
const done = async () => {
  handled += 1;
  await gate;
  return { success: true as const, settings };
};
const routes = [
  route(getSettings, done),
  route(saveSettings, done),
  route(sendBulk, async () => {
    handled += 1;
    throw new Error("No test gets here.");
  }),
  openRoute(demoPreview, async () => {
    handled += 1;
    return {
      success: true as const,
      rendered_subject: "",
      rendered_body_html: "",
      recipientEmail: "",
    };
  }),
];

let api: Api;
beforeAll(async () => {
  api = await startApi(routes);
});
afterAll(() => api.close());
/** Each test has its own people, because their earlier calls are remembered. */
let people = 0;
let token: string;
beforeEach(() => {
  people += 1;
  token = tokenOf(`ada${people}`);
  handled = 0;
  Object.assign(google, { asked: 0, counted: [] });
});
/** Stops the timers of the process; resolves once one of this many milliseconds is set. */
function timers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const set = vi.spyOn(globalThis, "setTimeout");
  return (ms) =>
    expect.poll(() => set.mock.calls.map(([, delay]) => delay), { timeout: 60_000 }).toContain(ms);
}

const announce = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  announceTo(api.url, method, path, headers, body);

const form = { "Content-Type": "multipart/form-data; boundary=X" };
const json = { "Content-Type": "application/json" };

describe("a body that hasn't arrived", () => {
  it.each<[string, string, string, Record<string, string>, number]>([
    ["an unknown path", "POST", "/api/nothing", form, 404],
    ["a path that can't be decoded", "POST", "/api/%ff", form, 404],
    ["a method that the path doesn't support", "PATCH", "/api/send-bulk", form, 405],
    ["no token", "POST", "/api/send-bulk", form, 401],
    [
      "a forged token",
      "POST",
      "/api/send-bulk",
      { ...form, Authorization: "Bearer ada.bad.x" },
      401,
    ],
    [
      "more than 16 KB without a user",
      "POST",
      "/api/demo/preview",
      { ...json, "Content-Length": "16385" },
      413,
    ],
    [
      "a form without a user",
      "POST",
      "/api/demo/preview",
      { ...form, "Content-Length": "16385" },
      413,
    ],
    [
      "a compressed body",
      "POST",
      "/api/demo/preview",
      { ...json, "Content-Encoding": "gzip", "Content-Length": "9" },
      415,
    ],
  ])(
    "%s: the server doesn't wait for it, and asks no one",
    async (_, method, path, headers, status) => {
      const { socket, status: answered } = await announce(method, path, headers);
      expect(await answered).toBe(status);
      socket.destroy();
      expect([handled, google.asked, google.counted]).toEqual([0, 0, []]);
    },
  );

  it("of a user is refused at once if it is too large, or above their rate", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const mine = { Authorization: `Bearer ${token}` };
    const large = await announce("PUT", "/api/account/settings", { ...json, ...mine });
    expect(await large.status).toBe(413);
    large.socket.destroy();
    for (let i = 0; i < 60; i++)
      await api.request("PUT", "/api/account/settings", { token, json: {} });
    const often = await announce("PUT", "/api/account/settings", {
      ...json,
      ...mine,
      "Content-Length": "9",
    });
    expect(await often.status).toBe(429);
    often.socket.destroy();
  });

  it.each<[string, string, string, number]>([
    ["a second without a byte and without a user", "POST", "/api/demo/preview", 1_000],
    ["10 seconds of a user's JSON", "PUT", "/api/account/settings", 10_000],
    ["40 seconds of a user's form", "POST", "/api/send-bulk", 40_000],
  ])("may take %s, then it is refused", async (_, method, path, ms) => {
    const isSet = timers();
    const type = path === "/api/send-bulk" ? form : json;
    const headers = { ...type, Authorization: `Bearer ${token}`, "Content-Length": "100" };
    const { socket, status } = await announce(method, path, headers, "{");
    let answered: number | null = null;
    const answer = status.then((code) => {
      answered = code;
    });
    await isSet(ms);
    vi.advanceTimersByTime(ms - 1);
    expect(answered).toBeNull();
    vi.advanceTimersByTime(1);
    await answer;
    expect(answered).toBe(400);
    socket.destroy();
    expect([handled, google.asked, google.counted]).toEqual([0, 0, []]);
  });

  it("of a call without a form has the time limit of JSON, even if its type differs", async () => {
    const isSet = timers();
    const headers = { ...form, Authorization: `Bearer ${token}`, "Content-Length": "100" };
    const { socket, status } = await announce("PUT", "/api/account/settings", headers, "--X");
    await isSet(10_000);
    vi.advanceTimersByTime(10_000);
    expect(await status).toBe(400);
    socket.destroy();
    const large = await announce("PUT", "/api/account/settings", {
      ...headers,
      "Content-Length": "2100000",
    });
    expect(await large.status).toBe(413);
    large.socket.destroy();
  });

  it("without a user may come byte by byte for 3 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const set = vi.spyOn(globalThis, "setTimeout");
    const headers = { ...json, "Content-Length": "100", "x-forwarded-for": `203.0.113.${people}` };
    const { socket, status } = await announce("POST", "/api/demo/preview", headers);
    const quietTimer = () =>
      set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 1_000)]?.value;
    await until(() => quietTimer() !== undefined);
    const refreshed = vi.spyOn(quietTimer(), "refresh");
    for (let bytes = 1; bytes <= 3; bytes++) {
      vi.advanceTimersByTime(900);
      socket.write("{");
      await until(() => refreshed.mock.calls.length === bytes);
    }
    vi.advanceTimersByTime(300);
    expect(await status).toBe(400);
    socket.destroy();
  });

  it.each([
    ["for 5 seconds", 5_000],
    ["for a second without a byte", 1_000],
  ])("may still come %s after the answer; then the connection is cut", async (_, ms) => {
    const isSet = timers();
    const { socket, status } = await announce("POST", "/api/nothing", form);
    expect(await status).toBe(404);
    await isSet(ms);
    const cut = once(socket, "close");
    vi.advanceTimersByTime(ms);
    await cut;
  });

  it("keeps the connection for the next call if it comes in time", async () => {
    const { socket, status } = await announce("POST", "/api/nothing", {
      ...form,
      "Content-Length": "3",
    });
    expect(await status).toBe(404);
    socket.write("abcGET /api/account/settings HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await statusOn(socket)).toBe(401);
    socket.destroy();
  });
});

it("16 KB without a user may come in pieces, but not a byte more", async () => {
  const chunked = (bytes: number) => {
    const body = `{"a":"${"x".repeat(bytes - 8)}"}`;
    return fetch(`${api.url}/api/demo/preview`, {
      method: "POST",
      headers: { ...json, "x-forwarded-for": `203.0.113.${bytes % 256}` },
      duplex: "half" as const,
      body: new Blob([body]).stream(),
    });
  };
  expect(await (await chunked(16_384)).json()).toMatchObject({ reason: "invalid_input" });
  expect(await (await chunked(16_385)).json()).toMatchObject({
    reason: "payload_too_large",
    error: "This upload is too large (at most 16 KB).",
  });
});

describe("one person who calls without end", () => {
  const OTHERS = 20;

  it("leaves twenty others their share, and calls Google no more often than their rate", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const others = Array.from({ length: OTHERS }, (_, i) => tokenOf(`other${i}`));
    const calls = (of: string) => [
      api.request("PUT", "/api/account/settings", { token: of, json: {} }),
      api.request("GET", "/api/account/settings", { token: of }),
    ];
    const statuses: number[] = [];
    let refused = 0;
    for (let round = 0; round < 10; round++) {
      // Two at once, so that only the rate refuses; `waiting.test.ts` has more.
      for (let i = 0; i < 25; i++) {
        const flood = await Promise.all(calls(token));
        refused += flood.filter(({ status }) => status === 429).length;
      }
      statuses.push(...(await Promise.all(others.flatMap(calls))).map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    // 60 changes of settings and 200 reads pass of 250 each.
    expect(refused).toBe(190 + 50);
    const ofOthers = OTHERS * (10 + 1);
    expect(google.asked).toBe(60 + 1 + ofOthers);
    expect(google.counted).toHaveLength(60 + OTHERS * 10);
  });
});

describe("a user's processor time", () => {
  /**
   * Makes so many calls; while the first of them are at work, all processors together use so many
   * milliseconds.
   */
  async function using(ms: number, method: "GET" | "PUT", calls: number): Promise<number[]> {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    handled = 0;
    const given = { token, ...(method === "PUT" && { json: {} }) };
    const answers = Array.from({ length: calls }, () =>
      api.request(method, "/api/account/settings", given),
    );
    await expect.poll(() => handled, { timeout: 60_000 }).toBe(Math.min(calls, 2));
    processor.used += ms;
    open();
    gate = undefined;
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  }

  it("once used up, refuses calls whose body hasn't arrived, but not those that only read", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await using(3_500, "PUT", 1)).toEqual([200]);
    const mine = { Authorization: `Bearer ${token}`, ...json, "Content-Length": "9" };
    const next = await announce("PUT", "/api/account/settings", mine);
    expect(await next.status).toBe(429);
    next.socket.destroy();
    expect(await using(0, "GET", 1)).toEqual([200]);
    vi.setSystemTime(Date.now() + 6_000);
    expect(await using(0, "PUT", 1)).toEqual([200]);
  });

  it("used up by calls at work, refuses those that wait for their turn", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await using(3_500, "GET", 6)).toEqual([200, 200, 429, 429, 429, 429]);
  });
});
