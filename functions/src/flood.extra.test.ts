import type { Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { announce, until } from "../test/deployedApi.ts";
import { type Api, startApi } from "../test/harness.ts";

vi.mock("./platform/firebase.ts", () => import("../test/deployedApi.ts"));
vi.mock("./store/apiRateLimits.ts", () => import("../test/deployedApi.ts"));
vi.mock("./config.ts", async () => (await import("../test/deployedApi.ts")).deployed);
const { PLACES } = await import("./http/arrivals.ts");
const { OPEN_BODY } = await import("./http/rawBody.ts");

const CONNECTIONS = 600;
const SIGN_IN = "/api/auth/google/store-token";
const [EDGE, OTHER_EDGE] = ["151.101.1.1", "151.101.2.2"];

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.spyOn(globalThis, "setTimeout");
});

const heads = (forwarded: string) => ({
  "Content-Type": "application/json",
  "Content-Length": "2",
  "X-Forwarded-For": forwarded,
});
/** How many bodies the API has begun to wait for. */
const awaited = () =>
  vi.mocked(setTimeout).mock.calls.filter(([, ms]) => ms === OPEN_BODY.other.ms).length;

/** Connections that send a call's head and one byte of its body; the clock doesn't move. */
async function flood(forwardedOf: (i: number) => string, comeIn: number) {
  const sockets: Socket[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const { socket, status } = await announce(api.url, "POST", SIGN_IN, heads(forwardedOf(i)), "{");
    sockets.push(socket);
    void status.then((code) => statuses.push(code));
  }
  await until(() => awaited() >= comeIn && statuses.length >= CONNECTIONS - comeIn);
  // The body could have come with the head: from now on it needs a place.
  vi.advanceTimersByTime(OPEN_BODY.freeMs + 1);
  return { sockets, statuses };
}

test.each<[string, (i: number) => string, number]>([
  // Six of one caller's calls come in.
  ["one address", () => `203.0.113.1, ${EDGE}`, 6],
  // A network may make 300 sign-ins a minute.
  ["one address that invents others", (i) => `10.0.${i >> 8}.${i & 255}, 203.0.113.2`, 300],
  [
    "one address that invents longer chains",
    (i) => `1.2.3.4, 10.1.${i >> 8}.${i & 255}, 203.0.113.3`,
    300,
  ],
])(
  "600 one-byte connections from %s hold a quarter of the places, and others sign in",
  async (_, forwardedOf, comeIn) => {
    const { sockets, statuses } = await flood(forwardedOf, comeIn);
    await until(() => statuses.length >= CONNECTIONS - PLACES / 4);

    expect(new Set(statuses)).toEqual(new Set([429]));

    const whole = await api.request("POST", SIGN_IN, {
      json: {},
      headers: { "x-forwarded-for": `198.51.100.1, ${OTHER_EDGE}` },
    });
    expect(whole).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
    expect(statuses).toHaveLength(CONNECTIONS - PLACES / 4);
    // Its body comes later, so it needs a place, and one of the flood loses its own.
    const before = awaited();
    const late = await announce(api.url, "POST", SIGN_IN, heads(`198.51.100.2, ${OTHER_EDGE}`));
    await until(() => awaited() > before);
    vi.advanceTimersByTime(OPEN_BODY.freeMs + 1);
    await until(() => statuses.length > CONNECTIONS - PLACES / 4);
    late.socket.write("{}");
    expect(await late.status).toBe(400);

    expect(new Set(statuses)).toEqual(new Set([429]));
    vi.advanceTimersByTime(OPEN_BODY.quietMs ?? 0);
    await until(() => statuses.length === CONNECTIONS);
    for (const socket of [...sockets, late.socket]) socket.destroy();
  },
);
