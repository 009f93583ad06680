import { randomUUID } from "node:crypto";
import { storeToken } from "@sendwright/core/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { checkGrant } from "../src/features/account/deleteAccount.ts";
import { auth, firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readGrant, uncheckedGrants } from "../src/store/grants.ts";
import { refused } from "./expectations.ts";
import { withoutGoogle } from "./failures.ts";
import {
  type Api,
  claimsOf,
  consent,
  signInWithIdToken,
  startApi,
  uniqueEmail,
} from "./harness.ts";

/** A sign-in whose last step failed: Google had given the permission, and there is no account. */
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const HOUR = 3_600_000;

/** The server's half of a sign-in. */
async function half() {
  const { body } = await api.call(storeToken, { authorization_code: await consent(uniqueEmail()) });
  const sub = String(claimsOf(body.id_token).sub);
  const grant = await readGrant(sub);
  if (!grant) throw new Error("No grant was stored.");
  return { sub, idToken: body.id_token, refreshToken: grant.refreshToken };
}

/** The grants of other tests stay untouched: their clock hasn't moved. */
async function due(sub: string, now: number) {
  return (await uncheckedGrants(now, 10_000)).find((grant) => grant.sub === sub);
}

async function check(sub: string, now = Date.now() + HOUR): Promise<void> {
  const found = await due(sub, now);
  if (!found) throw new Error("The grant is not due.");
  await checkGrant(found, now);
}

test("a grant is checked an hour after its sign-in", async () => {
  const { sub } = await half();
  expect(await due(sub, Date.now() + HOUR - 60_000)).toBeUndefined();
  expect(await due(sub, Date.now() + HOUR)).toBeDefined();
});

test("one that led to no account is ended at Google and deleted; the next sign-in returns a new one", async () => {
  const { sub, refreshToken } = await half();
  await check(sub);
  expect(await readGrant(sub)).toBeNull();
  await refused(freshAccessToken(refreshToken), "reconnect_required");
});

test("one that led to an account stays, and is checked again a day later", async () => {
  const { sub, idToken, refreshToken } = await half();
  await signInWithIdToken(idToken);
  await check(sub);
  expect(await readGrant(sub)).toMatchObject({ refreshToken });
  expect(await due(sub, Date.now() + 24 * HOUR)).toBeUndefined();
  expect(await due(sub, Date.now() + 25 * HOUR)).toBeDefined();
});

test("one whose account was deleted elsewhere is ended at Google a day later", async () => {
  const { sub, idToken, refreshToken } = await half();
  const { uid } = await signInWithIdToken(idToken);
  await check(sub);
  await auth().deleteUser(uid);
  await check(sub, Date.now() + 25 * HOUR);
  expect(await readGrant(sub)).toBeNull();
  await refused(freshAccessToken(refreshToken), "reconnect_required");
});

test("one that Google can't be told about now is kept, and ended an hour later", async () => {
  const { sub } = await half();
  const google = withoutGoogle();
  await refused(check(sub), "service_unavailable");
  expect(await readGrant(sub)).not.toBeNull();
  google.mockRestore();
  await check(sub, Date.now() + 2 * HOUR);
  expect(await readGrant(sub)).toBeNull();
});

test("one that a new sign-in has written at that moment stays", async () => {
  const { sub } = await half();
  const found = await due(sub, Date.now() + HOUR);
  if (!found) throw new Error("The grant is not due.");
  const { email } = (await readGrant(sub)) ?? {};
  await api.call(storeToken, { authorization_code: await consent(email ?? "") });
  await checkGrant(found, Date.now() + HOUR);
  const grant = await readGrant(sub);
  expect(await freshAccessToken(grant?.refreshToken ?? "")).toBeDefined();
});

describe("the keys that seal grants", () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

  const grantOf = (sub: string) => ({
    sub,
    scopes: ["mail"],
    email: "ada@example.com",
    name: "Ada",
    hd: null,
    refreshToken: "1//token",
  });

  /** The store of a server whose environment names these keys. */
  async function storeWith(keys: string) {
    vi.resetModules();
    vi.stubEnv("TOKEN_ENCRYPTION_KEY", keys);
    return import("../src/store/grants.ts");
  }

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("a grant that an earlier key has sealed is sealed with the present one when it is used, and the earlier key can be removed", async () => {
    const sub = randomUUID();
    const grant = grantOf(sub);
    const stored = () => firestore().collection("grants").doc(sub).get();
    await (await storeWith(key(1))).storeGrant(grant);
    const before = await stored();

    const rotated = await storeWith(`${key(2)},${key(1)}`);
    expect(await rotated.readGrant(sub)).toEqual(grant);
    const after = await stored();
    expect(after.get("refresh_token.key_id")).not.toBe(before.get("refresh_token.key_id"));
    expect(after.get("updated_at")).toEqual(before.get("updated_at"));

    expect(await rotated.readGrant(sub)).toEqual(grant);
    expect((await stored()).updateTime).toEqual(after.updateTime);
    expect(await (await storeWith(key(2))).readGrant(sub)).toEqual(grant);
  });

  test("the sweep's daily check seals a grant with the present key, though its owner never comes back", async () => {
    const sub = randomUUID();
    const { uid } = await auth().createUser({});
    await auth().updateUser(uid, { providerToLink: { providerId: "google.com", uid: sub } });
    await (await storeWith(key(1))).storeGrant(grantOf(sub));

    const rotated = await storeWith(`${key(2)},${key(1)}`);
    const { checkGrant } = await import("../src/features/account/deleteAccount.ts");
    const due = (await rotated.uncheckedGrants(Date.now() + 3_600_000, 10_000)).find(
      (grant) => grant.sub === sub,
    );
    if (!due) throw new Error("The grant is not due.");
    await checkGrant(due, Date.now());
    expect(await (await storeWith(key(2))).readGrant(sub)).toEqual(grantOf(sub));
  });
});
