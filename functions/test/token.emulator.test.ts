import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { auth } from "../src/platform/firebase.ts";
import { standStill } from "./clock.ts";
import { type Api, claimsOf, type Person, signIn, startApi } from "./harness.ts";

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await signIn(api);
});

/** Ada's token with other claims; the Auth emulator's tokens have no signature. */
function forged(changes: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ ...claimsOf(ada.token), ...changes })}.`;
}
const now = () => Math.floor(Date.now() / 1000);

const read = (token: string) => api.request("GET", "/api/templates", { token });
const change = (token: string) => api.request("POST", "/api/template/none/duplicate", { token });
/** Makes many calls, twenty at a time; returns their statuses. */
async function statusesOf(calls: number, call: () => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let made = 0; made < calls; made += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    for (const { status } of answers) statuses.add(status);
  }
  return statuses;
}
const invalid = { status: 401, body: { success: false, reason: "token_invalid" } };

test.each<[string, () => string, number, string]>([
  [
    "of another project",
    () => forged({ aud: "their-project", iss: "https://securetoken.google.com/their-project" }),
    401,
    "token_invalid",
  ],
  ["of another issuer", () => forged({ iss: "https://securetoken.google.com/their-project" }), 401, "token_invalid"],
  [
    "that has expired",
    () => forged({ iat: now() - 7200, auth_time: now() - 7200, exp: now() - 3600 }),
    401,
    "token_expired",
  ],
  ["without a subject", () => forged({ sub: "" }), 401, "token_invalid"],
  ["of no one", () => forged({ sub: "nobody", user_id: "nobody" }), 401, "token_invalid"],
  ["that isn't a token", () => "hello", 401, "token_invalid"],
  ["of three words", () => "a.b.c", 401, "token_invalid"],
  [
    "of a password",
    () => forged({ firebase: { identities: { email: [ada.email] }, sign_in_provider: "password" } }),
    403,
    "forbidden",
  ],
  ["of an empty Google account", () => forged({ firebase: { identities: { "google.com": [] } } }), 403, "forbidden"],
])("refuses a token %s", async (_, token, status, reason) => {
  expect(await read(token())).toMatchObject({ status, body: { success: false, reason } });
  expect(await change(token())).toMatchObject({ status, body: { success: false, reason } });
});

test.each(["", "Bearer", "Bearer ", "Basic YTpi", "bearer a b"])("%j is not a bearer token", async (authorization) => {
  expect(await api.request("GET", "/api/templates", { headers: { authorization } })).toMatchObject(invalid);
});

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
  expect(refused).toMatchObject({ status: 429, body: { success: false, reason: "rate_limited" } });
  expect(refused.body.error).toBe("Too many requests. Please try again in 1 second.");
  expect(refused.headers.get("retry-after")).toBe("1");
  const grace = await signIn(api);
  expect((await read(grace.token)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1_000);
  const later = await Promise.all(Array.from({ length: 11 }, () => read(ada.token)));
  expect(later.filter(({ status }) => status === 200)).toHaveLength(10);
});

test("120 changes of templates a minute, and no more; reading continues", async () => {
  standStill();
  expect(await statusesOf(120, () => change(ada.token))).toEqual(new Set([404]));
  expect(await change(ada.token)).toMatchObject({ status: 429, body: { success: false, reason: "rate_limited" } });
  expect((await read(ada.token)).status).toBe(200);
});
