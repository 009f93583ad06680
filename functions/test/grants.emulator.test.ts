import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { auth, firestore } from "../src/platform/firebase.ts";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

const grantOf = (sub: string) => ({
  ...{ sub, scopes: ["mail"], email: "ada@example.com", name: "Ada", hd: null, refreshToken: "1//token" },
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
  const { checkGrant } = await import("../src/features/account/orphanGrants.ts");
  const due = (await rotated.uncheckedGrants(Date.now() + 3_600_000, 10_000)).find((grant) => grant.sub === sub);
  if (!due) throw new Error("The grant is not due.");
  await checkGrant(due, Date.now());
  expect(await (await storeWith(key(2))).readGrant(sub)).toEqual(grantOf(sub));
});
