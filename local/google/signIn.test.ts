import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENT_ID } from "./client.ts";
import { personOf, SEEDED } from "./people.ts";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import {
  ALL_SCOPES,
  askForCode,
  codeFor,
  GMAIL_SEND,
  oauthClient,
  refusalOf,
  signIn,
} from "./testing/harness.ts";

let google: RunningGoogle;
let now = Date.now();
beforeAll(async () => {
  google = await startGoogle({ now: () => now });
});
afterAll(() => google.close());

describe("a code without clicks", () => {
  test("names the granted permissions", async () => {
    const answer = (await (await askForCode(google.url, "ada@example.com")).json()) as {
      code: string;
      scope: string;
    };
    expect(answer.code).toMatch(/^4\//);
    for (const scope of ALL_SCOPES.split(" ")) expect(answer.scope.split(" ")).toContain(scope);
  });

  test.each([
    ["another client", { client_id: "other.apps.googleusercontent.com" }, 401, "invalid_client"],
    ["no client", { client_id: undefined }, 400, "invalid_request"],
    [
      "another redirect address",
      { redirect_uri: "http://127.0.0.1:5000/" },
      400,
      "redirect_uri_mismatch",
    ],
    ["another response type", { response_type: "token" }, 400, "unsupported_response_type"],
    ["no scope", { scope: " " }, 400, "invalid_request"],
    ["a scope that Google does not know", { scope: "openid gmail" }, 400, "invalid_scope"],
    ["no address", { auto: "ada" }, 400, "invalid_request"],
    ["an origin elsewhere", { origin: "https://evil.example" }, 400, "origin_mismatch"],
  ])("is refused for %s", async (_name, more, status, error) => {
    const answer = await askForCode(google.url, "ada@example.com", more);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error });
  });
});

describe("the id token", () => {
  test("is one that Google's own library accepts", async () => {
    const { id_token = "" } = await signIn(google.url, "linus@corp.example", { nonce: "n-1" });
    const ticket = await oauthClient(google.url).verifyIdToken({
      idToken: id_token ?? "",
      audience: CLIENT_ID,
    });
    expect(ticket.getPayload()).toMatchObject({
      iss: "https://accounts.google.com",
      aud: CLIENT_ID,
      azp: CLIENT_ID,
      sub: "100000000000000000003",
      email: "linus@corp.example",
      email_verified: true,
      hd: "corp.example",
      name: "Linus Lindqvist",
      given_name: "Linus",
      family_name: "Lindqvist",
      picture: expect.stringContaining("http://127.0.0.1:"),
      nonce: "n-1",
    });
  });

  test("verifies with the published key set", async () => {
    const { id_token } = await signIn(google.url, "ada@example.com");
    const keys = (await (await fetch(`${google.url}/oauth2/v3/certs`)).json()) as Parameters<
      typeof createLocalJWKSet
    >[0];
    const { payload } = await jwtVerify(id_token ?? "", createLocalJWKSet(keys), {
      audience: CLIENT_ID,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  test("is refused once its signature is touched, and for another audience", async () => {
    const { id_token } = await signIn(google.url, "ada@example.com");
    const client = oauthClient(google.url);
    const [head, body, signature = ""] = (id_token ?? "").split(".");
    const forged = [
      head,
      body,
      signature.replace(/^./, (first) => (first === "A" ? "B" : "A")),
    ].join(".");
    await expect(client.verifyIdToken({ idToken: forged, audience: CLIENT_ID })).rejects.toThrow(
      "Invalid token signature",
    );
    await expect(
      client.verifyIdToken({ idToken: id_token ?? "", audience: "other" }),
    ).rejects.toThrow("Wrong recipient");
  });

  test("does not come without openid, and has no address without that scope", async () => {
    expect(
      (await signIn(google.url, "ada@example.com", { deny: "openid" })).id_token,
    ).toBeUndefined();
    const { id_token } = await signIn(google.url, "ada@example.com", { scope: "openid" });
    const claims = (
      await oauthClient(google.url).verifyIdToken({ idToken: id_token ?? "" })
    ).getPayload();
    expect(claims).toMatchObject({ sub: "100000000000000000001" });
    expect(claims).not.toHaveProperty("email");
    expect(claims).not.toHaveProperty("name");
  });
});

describe("the token endpoint", () => {
  test("returns the granted permissions and their lifetime", async () => {
    const before = Date.now();
    const tokens = await signIn(google.url, "scopes@example.com", { deny: GMAIL_SEND });
    expect(tokens).toMatchObject({
      token_type: "Bearer",
      refresh_token: expect.stringMatching(/^1\/\//),
    });
    expect(tokens.scope?.split(" ")).toEqual([
      "openid",
      "https://www.googleapis.com/auth/userinfo.email",
      "https://www.googleapis.com/auth/userinfo.profile",
    ]);
    expect(tokens.expiry_date).toBeGreaterThanOrEqual(before + 3_590_000);
    expect(tokens.expiry_date).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  test("accepts a code once", async () => {
    const code = await codeFor(google.url, "once@example.com");
    await oauthClient(google.url).getToken(code);
    const refusal = await refusalOf(oauthClient(google.url).getToken(code));
    expect([refusal.status, refusal.data.error]).toEqual([400, "invalid_grant"]);
  });

  test("accepts a code for ten minutes", async () => {
    const code = await codeFor(google.url, "late@example.com");
    now += 600_000;
    const refusal = await refusalOf(oauthClient(google.url).getToken(code));
    expect([refusal.status, refusal.data.error]).toEqual([400, "invalid_grant"]);
  });

  test.each([
    ["an unknown code", { code: "4/0Anothing" }, 400, "invalid_grant"],
    ["no code", { code: "" }, 400, "invalid_request"],
    [
      "another redirect address",
      { redirect_uri: "http://127.0.0.1:5000" },
      400,
      "redirect_uri_mismatch",
    ],
    ["no redirect address", { redirect_uri: "" }, 400, "invalid_request"],
    ["another secret", { client_secret: "guess" }, 401, "invalid_client"],
    ["another client", { client_id: "other" }, 401, "invalid_client"],
    ["another grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no grant type", { grant_type: "" }, 400, "unsupported_grant_type"],
    [
      "an unknown refresh token",
      { grant_type: "refresh_token", refresh_token: "1//0nothing" },
      400,
      "invalid_grant",
    ],
    ["no refresh token", { grant_type: "refresh_token" }, 400, "invalid_request"],
  ])("refuses %s", async (_name, changed, status, error) => {
    const body = new URLSearchParams({
      client_id: CLIENT_ID,
      client_secret: "local-secret",
      grant_type: "authorization_code",
      redirect_uri: "postmessage",
      code: await codeFor(google.url, "ada@example.com"),
      ...changed,
    });
    const answer = await fetch(`${google.url}/token`, { method: "POST", body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error, error_description: expect.any(String) });
  });
});

describe("a refresh token", () => {
  test("comes with the first consent, with consent to more, and again after a revocation", async () => {
    const person = { email: "grow@example.com", few: { deny: GMAIL_SEND } };
    expect((await signIn(google.url, person.email, person.few)).refresh_token).toEqual(
      expect.any(String),
    );
    expect((await signIn(google.url, person.email, person.few)).refresh_token).toBeUndefined();
    expect((await signIn(google.url, person.email)).refresh_token).toEqual(expect.any(String));
    const again = await signIn(google.url, person.email);
    expect(again.refresh_token).toBeUndefined();
    await oauthClient(google.url).revokeToken(again.access_token ?? "");
    expect((await signIn(google.url, person.email)).refresh_token).toEqual(expect.any(String));
  });

  test("brings access tokens with the scopes it was given for", async () => {
    const client = oauthClient(google.url);
    client.setCredentials(
      await signIn(google.url, "refresh@example.com", { scope: `openid ${GMAIL_SEND}` }),
    );
    const { credentials } = await client.refreshAccessToken();
    expect(credentials.scope).toBe(`openid ${GMAIL_SEND}`);
    expect(credentials.id_token).toEqual(expect.any(String));
  });

  test("dies with the grant, whichever token is revoked; a dead token cannot be revoked", async () => {
    const tokens = await signIn(google.url, "leaver@example.com");
    const client = oauthClient(google.url);
    await client.revokeToken(tokens.refresh_token ?? "");
    client.setCredentials({ refresh_token: tokens.refresh_token ?? "" });
    const refusal = await refusalOf(client.refreshAccessToken());
    expect([refusal.status, refusal.data]).toEqual([
      400,
      { error: "invalid_grant", error_description: "Token has been expired or revoked." },
    ]);
    expect((await refusalOf(client.revokeToken(tokens.access_token ?? ""))).data.error).toBe(
      "invalid_token",
    );
  });

  test("isn't revoked with an access token that has expired", async () => {
    const { access_token } = await signIn(google.url, "late@example.com");
    now += 3_600_000;
    const refusal = await refusalOf(oauthClient(google.url).revokeToken(access_token ?? ""));
    expect(refusal.data.error).toBe("invalid_token");
  });

  test("ends when the person revokes it at Google", async () => {
    const client = oauthClient(google.url);
    client.setCredentials(await signIn(google.url, "back@example.com"));
    expect(
      (await fetch(`${google.url}/grants?user=back@example.com`, { method: "DELETE" })).status,
    ).toBe(200);
    expect((await refusalOf(client.refreshAccessToken())).data.error).toBe("invalid_grant");
    expect((await fetch(`${google.url}/grants`, { method: "DELETE" })).status).toBe(400);
  });
});

test("the seeded people keep their ids", () => {
  expect(SEEDED.map(({ sub, email, hd }) => [sub, email, hd])).toEqual([
    ["100000000000000000001", "ada@example.com", undefined],
    ["100000000000000000002", "grace@example.com", undefined],
    ["100000000000000000003", "linus@corp.example", "corp.example"],
  ]);
});

test.each([
  ["Ada@Example.com", "Ada Lovelace", undefined],
  ["maria.del-mar@example.com", "Maria Del Mar", undefined],
  ["tim@gmail.com", "Tim", undefined],
  ["ünal@firma.example", "Ünal", "firma.example"],
])("%s is a person", (email, name, hd) => {
  const person = personOf(email);
  expect(person?.name).toBe(name);
  expect(person?.hd).toBe(hd);
  expect(person?.sub).toMatch(/^1\d{20}$/);
  expect(personOf(email.toUpperCase())).toEqual(person);
});

test("different people have different ids", () => {
  const subs = Array.from({ length: 500 }, (_, n) => personOf(`person${n}@example.com`)?.sub);
  expect(new Set(subs).size).toBe(500);
});

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "a b@example.com",
  "a@b@example.com",
  "<ada@example.com>",
])("%j is no person", (text) => {
  expect(personOf(text)).toBeNull();
});
