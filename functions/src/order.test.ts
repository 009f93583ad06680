import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { demoPreview, getSettings, saveSettings, sendBulk } from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Api, startApi } from "../test/harness.ts";

/**
 * Google as the API calls it: how often it was asked about a session, and which shared counters counted. It refuses
 * nothing.
 */
const google = vi.hoisted(() => ({ asked: 0, counted: [] as string[] }));
vi.mock("./platform/firebase.ts", () => ({
  auth: () => ({
    verifyIdToken: async (token: string, checkRevoked = false) => {
      if (checkRevoked) google.asked += 1;
      const [uid = "", kind] = token.split(".");
      if (kind !== "good") throw Object.assign(new Error("Forged."), { code: "auth/argument-error" });
      const firebase = { identities: { "google.com": [`sub-${uid}`] } };
      return { uid, auth_time: Date.now() / 1_000, email: "ada@example.com", name: "Ada", firebase };
    },
  }),
}));
vi.mock("./store/apiRateLimits.ts", () => ({
  countCall: async (_bucket: string, caller: string) => {
    google.counted.push(caller);
    return 0;
  },
}));
vi.mock("./config.ts", () => ({
  config: () => ({ isEmulated: false, networkSecret: Buffer.alloc(32, 1) }),
}));
const { openRoute, route } = await import("./http/route.ts");
const { SLOW } = await import("./http/rawBody.ts");

let handled = 0;
const settings = { undo_send: true, hours: { from: 0, to: 24 }, time_zone: null, reply_to: "", signature: "" };
const done = async () => {
  handled += 1;
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
    return { success: true as const, rendered_subject: "", rendered_body_html: "", recipientEmail: "" };
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
  return (ms) => expect.poll(() => set.mock.calls.map(([, delay]) => delay), { timeout: 60_000 }).toContain(ms);
}

function tokenOf(person: string): string {
  return `${person}.good.x`;
}

/** Sends the head of a request and the given part of its body. Resolves to the status once there is one. */
async function announce(method: string, path: string, headers: Record<string, string>, body = "") {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  const head = Object.entries({ Host: "x", "Content-Length": "20000000", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`);
  return { socket, status: statusOn(socket) };
}

async function statusOn(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return Number(chunk.toString("latin1").split(" ")[1]);
}

const form = { "Content-Type": "multipart/form-data; boundary=X" };
const json = { "Content-Type": "application/json" };

describe("a body that hasn't arrived", () => {
  it.each<[string, string, string, Record<string, string>, number]>([
    ["an unknown path", "POST", "/api/nothing", form, 404],
    ["a path that can't be decoded", "POST", "/api/%ff", form, 404],
    ["a method that the path doesn't support", "PATCH", "/api/send-bulk", form, 405],
    ["no token", "POST", "/api/send-bulk", form, 401],
    ["a forged token", "POST", "/api/send-bulk", { ...form, Authorization: "Bearer ada.bad.x" }, 401],
    ["more than 16 KB without a user", "POST", "/api/demo/preview", { ...json, "Content-Length": "16385" }, 413],
    ["a form without a user", "POST", "/api/demo/preview", { ...form, "Content-Length": "16385" }, 413],
    [
      "a compressed body",
      "POST",
      "/api/demo/preview",
      { ...json, "Content-Encoding": "gzip", "Content-Length": "9" },
      415,
    ],
  ])("%s: the server doesn't wait for it, and asks no one", async (_, method, path, headers, status) => {
    const { socket, status: answered } = await announce(method, path, headers);
    expect(await answered).toBe(status);
    socket.destroy();
    expect([handled, google.asked, google.counted]).toEqual([0, 0, []]);
  });

  it("of a user is refused at once if it is too large, or above their rate", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const mine = { Authorization: `Bearer ${token}` };
    const large = await announce("PUT", "/api/account/settings", { ...json, ...mine });
    expect(await large.status).toBe(413);
    large.socket.destroy();
    for (let i = 0; i < 60; i++) await api.request("PUT", "/api/account/settings", { token, json: {} });
    const often = await announce("PUT", "/api/account/settings", { ...json, ...mine, "Content-Length": "9" });
    expect(await often.status).toBe(429);
    often.socket.destroy();
  });

  it.each<[string, string, string, number]>([
    ["5 seconds without a user", "POST", "/api/demo/preview", 5_000],
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
    const large = await announce("PUT", "/api/account/settings", { ...headers, "Content-Length": "2100000" });
    expect(await large.status).toBe(413);
    large.socket.destroy();
  });

  it("is refused while three others of the same person arrive slowly, and accepted once one of them ends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const set = vi.spyOn(globalThis, "setTimeout");
    const patient = () => set.mock.calls.filter(([, delay]) => delay === SLOW.ms).length;
    let begun = 0;
    const slowly = async (of: string) => {
      const headers = { ...form, Authorization: `Bearer ${of}`, "Content-Length": "100" };
      const upload = await announce("POST", "/api/send-bulk", headers, "--X");
      begun += 1;
      await expect.poll(patient, { timeout: 60_000 }).toBe(begun);
      vi.advanceTimersByTime(SLOW.ms);
      return upload;
    };
    const held = [await slowly(token), await slowly(token), await slowly(token)];
    const fourth = await slowly(token);
    expect(await fourth.status).toBe(429);
    const other = await slowly(tokenOf(`grace${people}`));
    // One ends normally, and its place is free.
    held[0]?.socket.write("x".repeat(97));
    expect(await held[0]?.status).toBe(400);
    const next = await slowly(token);
    const last = await slowly(token);
    expect(await last.status).toBe(429);
    for (const { socket } of [...held, fourth, other, next, last]) socket.destroy();
    expect(google.asked).toBeLessThanOrEqual(1);
  });

  it("may still come for 5 seconds after the answer; then the connection is cut", async () => {
    const isSet = timers();
    const { socket, status } = await announce("POST", "/api/nothing", form);
    expect(await status).toBe(404);
    await isSet(5_000);
    const cut = once(socket, "close");
    vi.advanceTimersByTime(5_000);
    await cut;
  });

  it("keeps the connection for the next call if it comes in time", async () => {
    const { socket, status } = await announce("POST", "/api/nothing", { ...form, "Content-Length": "3" });
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
      const flood = await Promise.all(Array.from({ length: 25 }, () => calls(token)).flat());
      refused += flood.filter(({ status }) => status === 429).length;
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
