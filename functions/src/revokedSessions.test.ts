import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Api, startApi } from "../test/harness.ts";

// Counting needs the database.
vi.mock("./http/rateLimit.ts", () => import("../test/callCounts.ts"));

/**
 * An authentication service as in the cloud: it reports a revoked session only if asked. The
 * emulator always reports it, so tests against it would miss a forgotten question.
 */
const service = vi.hoisted(() => ({ revoked: new Set<string>(), asked: 0 }));
vi.mock("./platform/firebase.ts", () => ({
  auth: () => ({
    verifyIdToken: async (token: string, checkRevoked = false) => {
      if (checkRevoked) service.asked += 1;
      if (checkRevoked && service.revoked.has(token)) {
        throw Object.assign(new Error("Revoked."), { code: "auth/id-token-revoked" });
      }
      const [uid = "", auth_time = ""] = token.split(".");
      const firebase = { identities: { "google.com": [`sub-${uid}`] } };
      return { uid, auth_time: Number(auth_time), email: "ada@example.com", name: "Ada", firebase };
    },
  }),
}));
const { requireSession, requireUser } = await import("./http/requireUser.ts");
const { routes } = await import("./app.ts");

/** A session that no other test has; its token names the user and when they signed in. */
let users = 0;
const session = (uid: string, signedInAt: number) => `${uid}.${signedInAt}.x`;
const asks = async (token: string, session: "recent" | "checked" | "fresh") => {
  const bearer = await requireUser(`Bearer ${token}`);
  await requireSession(bearer, session);
  return bearer.user;
};
const reads = (token: string) => asks(token, "recent");
const writes = (token: string) => asks(token, "checked");
const refused = expect.objectContaining({ reason: "token_invalid" });

let uid: string;
let token: string;
beforeEach(() => {
  users += 1;
  uid = `ada${users}`;
  token = session(uid, 1);
  service.asked = 0;
});

describe("a session that began long ago", () => {
  const DAY = 86_400;
  const sends = (signedInAt: number) => asks(session(uid, signedInAt), "fresh");

  it("sends nothing after 30 days, and does everything else", async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await sends(now - 30 * DAY + 60)).toMatchObject({ uid });
    const old = {
      reason: "session_too_old",
      status: 403,
      message: expect.stringContaining("Sign in again"),
    };
    await expect(sends(now - 30 * DAY - 60)).rejects.toMatchObject(old);
    expect(await writes(session(uid, now - 31 * DAY))).toMatchObject({ uid });
    expect(await reads(session(uid, now - 31 * DAY))).toMatchObject({ uid });
  });

  it("is checked by every call that sends email", () => {
    const fresh = routes
      .filter(({ endpoint }) => endpoint.session === "fresh")
      .map(({ endpoint }) => endpoint.path);
    expect(fresh.sort()).toEqual([
      ...[
        "/api/send",
        "/api/send-bulk",
        "/api/sends/:id/resume",
        "/api/sends/:id/retry",
        "/api/test-send",
      ],
    ]);
  });
});

describe("a session that was revoked", () => {
  it("neither reads nor writes", async () => {
    service.revoked.add(token);
    await expect(reads(token)).rejects.toEqual(refused);
    await expect(writes(token)).rejects.toEqual(refused);
  });

  it("still reads for a minute after a read, and writes nothing", async () => {
    expect(await reads(token)).toMatchObject({ uid, sub: `sub-${uid}` });
    service.revoked.add(token);
    expect(await reads(token)).toMatchObject({ uid });
    await expect(writes(token)).rejects.toEqual(refused);
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    await expect(reads(token)).rejects.toEqual(refused);
    vi.useRealTimers();
  });

  it("isn't believed for another session of the same person that has just read", async () => {
    service.revoked.add(token);
    await reads(session(uid, 2));
    await expect(reads(token)).rejects.toEqual(refused);
  });
});

it("is checked at every write, and once for consecutive reads", async () => {
  await reads(token);
  await reads(token);
  expect(service.asked).toBe(1);
  await writes(token);
  await writes(token);
  expect(service.asked).toBe(3);
});

const named = routes
  .filter(({ endpoint }) => endpoint.auth === "user")
  .map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const);
const onlyRead = ([, { endpoint }]: (typeof named)[number]) => endpoint.session === "recent";

it("trusts the last minute's answer only for calls that change nothing", () => {
  const believing = named.filter(onlyRead).map(([name]) => name);
  expect(believing.filter((name) => !name.startsWith("GET "))).toEqual([
    "POST /api/preview",
    "POST /api/received",
    "POST /api/find-person",
  ]);
});

describe("a revoked session that has just read", () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it.each(named.filter((one) => !onlyRead(one)))(
    "%s refuses it",
    async (_, { endpoint: { method, path } }) => {
      token = session(uid, Math.floor(Date.now() / 1_000));
      await reads(token);
      service.revoked.add(token);
      const answer = await api.request(method, path.replace(/:\w+/g, "some-id"), { token });
      expect(answer).toMatchObject({ status: 401, body: { reason: "token_invalid" } });
    },
  );
});
