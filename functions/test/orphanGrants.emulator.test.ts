import { storeToken } from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkGrant } from "../src/features/account/orphanGrants.ts";
import { auth } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readGrant, uncheckedGrants } from "../src/store/grants.ts";
import { type Api, claimsOf, consent, signInWithIdToken, startApi, uniqueEmail } from "./harness.ts";
import { withoutGoogle } from "./withoutGoogle.ts";

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
  await expect(freshAccessToken(refreshToken)).rejects.toMatchObject({ reason: "reconnect_required" });
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
  await expect(freshAccessToken(refreshToken)).rejects.toMatchObject({ reason: "reconnect_required" });
});

test("one that Google can't be told about now is kept, and ended an hour later", async () => {
  const { sub } = await half();
  const google = withoutGoogle();
  await expect(check(sub)).rejects.toMatchObject({ reason: "service_unavailable" });
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
