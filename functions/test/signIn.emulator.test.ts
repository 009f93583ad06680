import { GMAIL_SEND_SCOPE, GOOGLE_SCOPES, getConfig } from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { deleteGrant, readGrant, storeGrant } from "../src/store/grants.ts";
import { standStill } from "./clock.ts";
import {
  type Answer,
  type Api,
  claimsOf,
  consent,
  googleBase,
  signIn,
  signInWithIdToken,
  startApi,
  uniqueEmail,
} from "./harness.ts";

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

async function fault(given: object) {
  const answer = await fetch(`${googleBase()}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ op: "token", user: email, ...given }),
  });
  expect(answer.ok).toBe(true);
}

test("a sign-in keeps a sealed grant under the Google account and gives the page its credential", async () => {
  const answer = await signInAs();
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(Object.keys(answer.body).sort()).toEqual(["id_token", "success"]);
  const grant = await readGrant(subOf(answer));
  expect(grant).toMatchObject({ email, hd: null, scopes: expect.arrayContaining([...GOOGLE_SCOPES]) });
  expect((await freshAccessToken(grant?.refreshToken ?? "")).expiresAt).toBeGreaterThan(Date.now() + 3_000_000);
  const kept = (await grantOf(email))?.data();
  expect(JSON.stringify(kept)).not.toContain(grant?.refreshToken);
  const person = await signInWithIdToken(String(answer.body.id_token));
  const config = await api.call(getConfig, {}, { token: person.token });
  expect(config.body.config).toMatchObject({ userEmail: email, connected: true, quota: { limit: 500, sent: 0 } });
});

test("a Workspace account is known by its domain, and has the larger limit", async () => {
  email = uniqueEmail("linus", "corp.example");
  const person = await signIn(api, email);
  expect(await readGrant(person.sub)).toMatchObject({ hd: "corp.example" });
  const config = await api.call(getConfig, {}, { token: person.token });
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
  ["is dead", (sub: string) => storeGrant({ sub, refreshToken: "1//dead", scopes: [], email, name: "", hd: null })],
  [
    "cannot be opened",
    (sub: string) => firestore().collection("grants").doc(sub).update({ "refresh_token.key_id": "lost" }),
  ],
])("if the kept token %s and none comes, the next sign-in returns a new one", async (_, lose) => {
  const sub = subOf(await signInAs());
  await lose(sub);
  const answer = await signInAs();
  expect(answer).toMatchObject({ status: 400, body: { success: false, reason: "missing_refresh_token" } });
  expect(await grantOf(email)).toBeNull();
  expect(await signInAs()).toMatchObject({ status: 200 });
  expect((await readGrant(sub))?.refreshToken).toMatch(/^1\/\//);
});

test("an unticked Gmail box is reported at once; ticking it the next time is enough", async () => {
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { success: false, reason: "missing_gmail_scope" } });
  expect(answer.body.id_token).toBeUndefined();
  expect(await grantOf(email)).toBeNull();
  expect(await signInAs()).toMatchObject({ status: 200 });
});

test("an unticked box at a later sign-in costs no one the earlier permission", async () => {
  const sub = subOf(await signInAs());
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { reason: "missing_gmail_scope" } });
  const grant = await readGrant(sub);
  expect(await freshAccessToken(grant?.refreshToken ?? "")).toBeDefined();
});

test("nor does one with its own refresh token, for a new box", async () => {
  const sub = subOf(await signInAs(GOOGLE_SCOPES.filter((scope) => !scope.includes("profile"))));
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== GMAIL_SEND_SCOPE));
  expect(answer).toMatchObject({ status: 403, body: { reason: "missing_gmail_scope" } });
  const grant = await readGrant(sub);
  expect(await freshAccessToken(grant?.refreshToken ?? "")).toBeDefined();
});

test("an answer of Google's without an identity is an error, and leaves no grant", async () => {
  const answer = await signInAs(GOOGLE_SCOPES.filter((scope) => scope !== "openid"));
  expect(answer).toMatchObject({ status: 400, body: { success: false, reason: "missing_id_token" } });
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
  expect(await storeToken(code)).toMatchObject({ status: 400, body: { reason: "invalid_input", error } });
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
    await fault({ status: googles, reason: word, times: 10 });
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
