import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

/** A Google that publishes one key and answers `/token` and `/revoke` as set. */
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const google = createServer((request, response) => {
  const certs = { k1: publicKey.export({ type: "spki", format: "pem" }) };
  const { status, body } = request.url?.startsWith("/oauth2/v1/certs")
    ? { status: 200, body: certs }
    : answer;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});

async function googleAuth() {
  await new Promise<void>((resolve) => google.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("GOOGLE_LOCAL_BASE", `http://127.0.0.1:${(google.address() as AddressInfo).port}`);
  vi.stubEnv("GCLOUD_PROJECT", "demo-sendwright");
  vi.stubEnv("GOOGLE_CLIENT_ID", "our-client");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", Buffer.alloc(32, 1).toString("base64"));
  return import("./googleAuth.ts");
}

let platform: Awaited<ReturnType<typeof googleAuth>>;
beforeAll(async () => {
  platform = await googleAuth();
});
afterAll(() => {
  google.close();
  google.closeAllConnections();
  vi.unstubAllEnvs();
});

const now = () => Math.floor(Date.now() / 1000);
const claims = () => ({
  iss: "https://accounts.google.com",
  aud: "our-client",
  sub: "123",
  email: "linus@corp.example",
  name: "Linus",
  hd: "corp.example",
  iat: now() - 10,
  exp: now() + 3590,
});

function idToken(
  changes: object = {},
  key: KeyObject | null = privateKey,
  header: object = { alg: "RS256", kid: "k1" },
) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part(header)}.${part({ ...claims(), ...changes })}`;
  return `${content}.${key ? createSign("RSA-SHA256").update(content).sign(key, "base64url") : ""}`;
}

test("a token that Google has signed for us is accepted", async () => {
  expect(await platform.verifyGoogleIdToken(idToken())).toEqual({
    sub: "123",
    email: "linus@corp.example",
    name: "Linus",
    hd: "corp.example",
  });
  expect(
    await platform.verifyGoogleIdToken(idToken({ hd: undefined, name: undefined })),
  ).toMatchObject({
    hd: null,
    name: "",
  });
});

test.each([
  ["another audience", idToken({ aud: "their-client" })],
  ["another issuer", idToken({ iss: "https://evil.example" })],
  ["the past", idToken({ iat: now() - 8000, exp: now() - 4000 })],
  ["the future", idToken({ iat: now() + 4000, exp: now() + 8000 })],
  ["an expiry in years", idToken({ exp: now() + 10_000_000 })],
  ["no expiry", idToken({ exp: undefined })],
  ["no address", idToken({ email: undefined })],
  ["a stranger's signature", idToken({}, stranger)],
  ["an unknown key", idToken({}, privateKey, { alg: "RS256", kid: "k2" })],
  ["no signature", idToken({}, null)],
  ["no algorithm", idToken({}, null, { alg: "none", kid: "k1" })],
  [
    "changed claims",
    idToken().replace(
      /\.[^.]+\./,
      `.${Buffer.from(JSON.stringify({ ...claims(), sub: "456" })).toString("base64url")}.`,
    ),
  ],
  ["no token", "hello"],
  ["nothing", ""],
])("%s is auth_verification_failed", async (_, token) => {
  await expect(platform.verifyGoogleIdToken(token)).rejects.toMatchObject({
    reason: "auth_verification_failed",
  });
});

test.each([
  [400, { error: "redirect_uri_mismatch" }, "google_redirect_uri_mismatch"],
  [400, { error: "invalid_grant", error_description: "Bad Request" }, "google_invalid_grant"],
  [400, { error: "invalid_request" }, "google_invalid_request"],
  [401, { error: "deleted_client" }, "google_deleted_client"],
  [401, { error: "invalid_client" }, "google_oauth_error"],
  [403, { error: "constructor" }, "google_oauth_error"],
  [400, "no JSON object", "google_oauth_error"],
  [200, {}, "google_oauth_error"],
])("an exchange that Google answers with %d %j is %s", async (status, body, reason) => {
  answer = { status, body };
  await expect(platform.exchangeCode("code")).rejects.toMatchObject({ reason });
});

test("the result of an exchange, and its missing parts", async () => {
  answer = { status: 200, body: { access_token: "ya29", expires_in: 3599 } };
  expect(await platform.exchangeCode("code")).toEqual({
    accessToken: "ya29",
    refreshToken: null,
    idToken: null,
    scopes: [],
  });
  answer = {
    status: 200,
    body: { access_token: "ya29", refresh_token: "1//0", id_token: "ey", scope: "openid  email" },
  };
  expect(await platform.exchangeCode("code")).toEqual({
    accessToken: "ya29",
    refreshToken: "1//0",
    idToken: "ey",
    scopes: ["openid", "email"],
  });
});

test("a refresh returns a token and its end; a dead grant asks for a reconnect", async () => {
  answer = { status: 200, body: { access_token: "ya29", expires_in: 3599 } };
  const before = Date.now();
  const { token, expiresAt } = await platform.freshAccessToken("1//0");
  expect(token).toBe("ya29");
  expect(expiresAt).toBeGreaterThanOrEqual(before + 3_599_000);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3_599_000);
  answer = {
    status: 400,
    body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
  };
  await expect(platform.freshAccessToken("1//0")).rejects.toMatchObject({
    reason: "reconnect_required",
  });
});

test("every call that Google answers with 429 is service_unavailable", async () => {
  answer = { status: 429, body: {} };
  const calls = [
    platform.exchangeCode("code"),
    platform.freshAccessToken("1//0"),
    platform.revoke("1//0"),
  ];
  const unavailable = {
    status: "rejected",
    reason: expect.objectContaining({ reason: "service_unavailable" }),
  };
  expect(await Promise.allSettled(calls)).toEqual([unavailable, unavailable, unavailable]);
});

test("a grant that is already gone counts as revoked; any other refusal is an error", async () => {
  answer = { status: 200, body: {} };
  await platform.revoke("1//0");
  answer = { status: 400, body: { error: "invalid_token" } };
  await platform.revoke("1//0");
  answer = { status: 400, body: { error: "invalid_request" } };
  await expect(platform.revoke("1//0")).rejects.toMatchObject({ reason: "google_invalid_request" });
});

test("if Google doesn't work or can't be reached, it is service_unavailable", async () => {
  answer = { status: 503, body: {} };
  await expect(platform.freshAccessToken("1//0")).rejects.toMatchObject({
    reason: "service_unavailable",
  });
  const { port } = google.address() as AddressInfo;
  await new Promise((resolve) => {
    google.close(resolve);
    google.closeAllConnections();
  });
  await expect(platform.exchangeCode("code")).rejects.toMatchObject({
    reason: "service_unavailable",
  });
  await expect(platform.freshAccessToken("1//0")).rejects.toMatchObject({
    reason: "service_unavailable",
  });
  await new Promise<void>((resolve) => google.listen(port, "127.0.0.1", resolve));
});
