import { GMAIL_SEND_SCOPE, GOOGLE_SCOPES, getConfig } from "@sendwright/core/contract";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { auth, firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { deleteGrant, readGrant, storeGrant } from "../src/store/grants.ts";
import { standStill } from "./callCounts.ts";
import {
  type Answer,
  type Api,
  claimsOf,
  consent,
  googleBase,
  type Person,
  signIn,
  signInWithIdToken,
  startApi,
  uniqueEmail,
} from "./harness.ts";
import { forged } from "./owners.ts";
import { fault } from "./sendsWorld.ts";

let api: Api;
let email: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  email = uniqueEmail();
});

const storeToken = (code: unknown, headers?: Record<string, string>): Promise<Answer> =>
  api.request("POST", "/api/auth/google/store-token", {
    json: { authorization_code: code },
    ...(headers ? { headers } : {}),
  });
const signInAs = async (scopes?: readonly string[]) => storeToken(await consent(email, scopes));
const subOf = (answer: Answer) => String(claimsOf(String(answer.body.id_token)).sub);

async function grantOf(address: string) {
  const found = await firestore().collection("grants").where("email", "==", address).get();
  return found.docs[0] ?? null;
}

test("a sign-in keeps a sealed grant under the Google account and gives the page its credential", async () => {
  const answer = await signInAs();
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(Object.keys(answer.body).sort()).toEqual(["id_token", "success"]);
  const grant = await readGrant(subOf(answer));
  expect(grant).toMatchObject({
    email,
    hd: null,
    scopes: expect.arrayContaining([...GOOGLE_SCOPES]),
  });
  expect((await freshAccessToken(grant?.refreshToken ?? "")).expiresAt).toBeGreaterThan(
    Date.now() + 3_000_000,
  );
  const kept = (await grantOf(email))?.data();
  expect(JSON.stringify(kept)).not.toContain(grant?.refreshToken);
  const person = await signInWithIdToken(String(answer.body.id_token));
  const config = await api.call(getConfig, {}, person);
  expect(config.body.config).toMatchObject({
    userEmail: email,
    connected: true,
    quota: { limit: 500, sent: 0 },
  });
});

test("a Workspace account is known by its domain, and has the larger limit", async () => {
  email = uniqueEmail("linus", "corp.example");
  const person = await signIn(api, email);
  expect(await readGrant(person.sub)).toMatchObject({ hd: "corp.example" });
  const config = await api.call(getConfig, {}, person);
  expect(config.body.config.quota.limit).toBe(2_000);
});

test("a later sign-in without a refresh token keeps the earlier one", async () => {
  const sub = subOf(await signInAs());
  const first = await readGrant(sub);
  expect(await signInAs()).toMatchObject({ status: 200 });
  expect((await readGrant(sub))?.refreshToken).toBe(first?.refreshToken);
});

test.each([
  ["is gone", (sub: string) => deleteGrant(sub)],
  [
    "is dead",
    (sub: string) =>
      storeGrant({ sub, refreshToken: "1//dead", scopes: [], email, name: "", hd: null }),
  ],
  [
    "cannot be opened",
    (sub: string) =>
      firestore().collection("grants").doc(sub).update({ "refresh_token.key_id": "lost" }),
  ],
])("if the kept token %s and none comes, the next sign-in returns a new one", async (_, lose) => {
  const sub = subOf(await signInAs());
  await lose(sub);
  const answer = await signInAs();
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, reason: "missing_refresh_token" },
  });
  expect(await grantOf(email)).toBeNull();
  expect(await signInAs()).toMatchObject({ status: 200 });
  expect((await readGrant(sub))?.refreshToken).toMatch(/^1\/\//);
});

test("an unticked Gmail box is reported at once; ticking it the next time is enough", async () => {
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({
    status: 403,
    body: { success: false, reason: "missing_gmail_scope" },
  });
  expect(answer.body.id_token).toBeUndefined();
  expect(await grantOf(email)).toBeNull();
  expect(await signInAs()).toMatchObject({ status: 200 });
});

test("it is enough also if Google knows an earlier permission that we have lost", async () => {
  await deleteGrant(subOf(await signInAs()));
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { reason: "missing_gmail_scope" } });
  expect(await signInAs()).toMatchObject({ status: 200 });
});

test("an unticked box at a later sign-in costs no one the earlier permission", async () => {
  const sub = subOf(await signInAs());
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { reason: "missing_gmail_scope" } });
  const grant = await readGrant(sub);
  expect(await freshAccessToken(grant?.refreshToken ?? "")).toBeDefined();
});

test("a sign-in with its own refresh token, for a new box, doesn't replace it either", async () => {
  const sub = subOf(await signInAs(GOOGLE_SCOPES.filter((scope) => !scope.includes("profile"))));
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { reason: "missing_gmail_scope" } });
  const grant = await readGrant(sub);
  expect(await freshAccessToken(grant?.refreshToken ?? "")).toBeDefined();
});

test("an answer of Google's without an identity is an error, and leaves no grant", async () => {
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== "openid"));
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, reason: "missing_id_token" },
  });
  expect(await grantOf(email)).toBeNull();
  expect(await signInAs()).toMatchObject({ status: 200 });
});

test("a code works once, and an invented one never", async () => {
  const code = await consent(email);
  expect(await storeToken(code)).toMatchObject({ status: 200 });
  const refused = { status: 400, body: { success: false, reason: "google_invalid_grant" } };
  expect(await storeToken(code)).toMatchObject(refused);
  expect(await storeToken("4/0Anything")).toMatchObject(refused);
});

test.each([
  [undefined, '"authorization_code" is missing.'],
  ["", '"authorization_code" must not be empty.'],
  [5, '"authorization_code" must be text.'],
  ["x".repeat(4_001), '"authorization_code" must not be longer than 4000 characters.'],
])("%j isn't a code", async (code, error) => {
  expect(await storeToken(code)).toMatchObject({
    status: 400,
    body: { reason: "invalid_input", error },
  });
});

test.each([
  ["redirect_uri_mismatch", 400, 400, "google_redirect_uri_mismatch"],
  ["invalid_request", 400, 400, "google_invalid_request"],
  ["deleted_client", 401, 400, "google_deleted_client"],
  ["invalid_client", 401, 400, "google_oauth_error"],
  ["org_internal", 403, 400, "google_oauth_error"],
  ["backendError", 500, 503, "service_unavailable"],
])(
  "Google's %s becomes its code and leaves no grant",
  async (word, googles, status, reason) => {
    await fault({ op: "token", user: email, status: googles, reason: word, times: 10 });
    const answer = await signInAs();
    expect(answer).toMatchObject({ status, body: { success: false, reason } });
    expect(await grantOf(email)).toBeNull();
    await fetch(`${googleBase()}/faults?user=${encodeURIComponent(email)}`, { method: "DELETE" });
  },
  20_000,
);

test("thirty sign-ins a minute from one address, and no more", async () => {
  const from = { "x-forwarded-for": uniqueEmail("address") };
  const code = await consent(email);
  standStill();
  for (let i = 0; i < 30; i++) expect((await storeToken("", from)).status).toBe(400);
  const answer = await storeToken(code, from);
  vi.useRealTimers();
  expect(answer).toMatchObject({ status: 429, body: { success: false, reason: "rate_limited" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(await signInAs()).toMatchObject({ status: 200 });
});

describe("the session's token", () => {
  let ada: Person;
  beforeEach(async () => {
    ada = await signIn(api);
  });

  const forgedOf = (changes: object) => forged(ada.token, changes);
  const now = () => Math.floor(Date.now() / 1000);

  const read = (token: string) => api.request("GET", "/api/templates", { token });
  const change = (token: string) => api.request("POST", "/api/template/none/duplicate", { token });
  /** Makes many calls, five at a time; returns their statuses. */
  async function statusesOf(
    calls: number,
    call: () => Promise<{ status: number }>,
  ): Promise<Set<number>> {
    const statuses = new Set<number>();
    for (let made = 0; made < calls; made += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, call));
      for (const { status } of answers) statuses.add(status);
    }
    return statuses;
  }
  const invalid = { status: 401, body: { success: false, reason: "token_invalid" } };

  test.each<[string, () => string, number, string]>([
    [
      "of another project",
      () => forgedOf({ aud: "their-project", iss: "https://securetoken.google.com/their-project" }),
      401,
      "token_invalid",
    ],
    [
      "of another issuer",
      () => forgedOf({ iss: "https://securetoken.google.com/their-project" }),
      401,
      "token_invalid",
    ],
    [
      "that has expired",
      () => forgedOf({ iat: now() - 7200, auth_time: now() - 7200, exp: now() - 3600 }),
      401,
      "token_expired",
    ],
    ["without a subject", () => forgedOf({ sub: "" }), 401, "token_invalid"],
    ["of no one", () => forgedOf({ sub: "nobody", user_id: "nobody" }), 401, "token_invalid"],
    ["that isn't a token", () => "hello", 401, "token_invalid"],
    ["of three words", () => "a.b.c", 401, "token_invalid"],
    [
      "of a password",
      () =>
        forgedOf({
          firebase: { identities: { email: [ada.email] }, sign_in_provider: "password" },
        }),
      403,
      "forbidden",
    ],
    [
      "of an empty Google account",
      () => forgedOf({ firebase: { identities: { "google.com": [] } } }),
      403,
      "forbidden",
    ],
  ])("refuses a token %s", async (_, token, status, reason) => {
    expect(await read(token())).toMatchObject({ status, body: { success: false, reason } });
    expect(await change(token())).toMatchObject({ status, body: { success: false, reason } });
  });

  test.each(["", "Bearer", "Bearer ", "Basic YTpi", "bearer a b"])(
    "%j is not a bearer token",
    async (authorization) => {
      expect(
        await api.request("GET", "/api/templates", { headers: { authorization } }),
      ).toMatchObject(invalid);
    },
  );

  test("a deleted, disabled or signed-out user can't change anything any more", async () => {
    await auth().updateUser(ada.uid, { disabled: true });
    expect(await change(ada.token)).toMatchObject(invalid);
    await auth().updateUser(ada.uid, { disabled: false });
    expect(await change(ada.token)).toMatchObject({ status: 404 });
    await auth().deleteUser(ada.uid);
    expect(await change(ada.token)).toMatchObject(invalid);
  });

  test("a session is checked once a minute for reads, and each time for changes", async () => {
    standStill();
    const verify = vi.spyOn(auth(), "verifyIdToken");
    onTestFinished(() => verify.mockRestore());
    const asked = () => verify.mock.calls.filter(([, checkRevoked]) => checkRevoked).length;
    for (let i = 0; i < 3; i++) expect((await read(ada.token)).status).toBe(200);
    expect(asked()).toBe(1);
    vi.setSystemTime(Date.now() + 60_000);
    await read(ada.token);
    expect(asked()).toBe(2);
    for (let i = 0; i < 3; i++) await change(ada.token);
    expect(asked()).toBe(5);
  });

  test("200 looks at once, and 10 more a second later; other people's continue", async () => {
    standStill();
    expect(await statusesOf(200, () => read(ada.token))).toEqual(new Set([200]));
    const refused = await read(ada.token);
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, reason: "rate_limited" },
    });
    expect(refused.body.error).toBe("Too many requests. Please try again in 1 second.");
    expect(refused.headers.get("retry-after")).toBe("1");
    const grace = await signIn(api);
    expect((await read(grace.token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    expect(await statusesOf(10, () => read(ada.token))).toEqual(new Set([200]));
    expect((await read(ada.token)).status).toBe(429);
  });

  test("120 changes of templates a minute, and no more; reading continues", async () => {
    standStill();
    expect(await statusesOf(120, () => change(ada.token))).toEqual(new Set([404]));
    expect(await change(ada.token)).toMatchObject({
      status: 429,
      body: { success: false, reason: "rate_limited" },
    });
    expect((await read(ada.token)).status).toBe(200);
  });
});
