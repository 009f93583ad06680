import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import type { SealedToken } from "./tokenVault.ts";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

/** The vault of a server whose environment names these keys. */
async function vaultWith(keys: string) {
  vi.resetModules();
  vi.stubEnv("GCLOUD_PROJECT", "demo-sendwright");
  vi.stubEnv("GOOGLE_CLIENT_ID", "id");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", keys);
  return import("./tokenVault.ts");
}

beforeEach(() => {
  vi.unstubAllEnvs();
});

test("a sealed token opens again, and is never sealed to the same bytes twice", async () => {
  const { seal, open } = await vaultWith(key(1));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (token, sub) => {
      const first = seal(token, sub);
      expect(open(first, sub)).toBe(token);
      expect(seal(token, sub).iv).not.toBe(first.iv);
    }),
  );
});

test("a token sealed for one account doesn't open for another", async () => {
  const { seal, open } = await vaultWith(key(1));
  expect(() => open(seal("1//token", "ada"), "grace")).toThrow(
    expect.objectContaining({ reason: "encryption_failed" }),
  );
});

test("after a rotation the new key seals and the earlier one still opens; without it nothing opens", async () => {
  const old = (await vaultWith(key(1))).seal("1//token", "ada");
  const rotated = await vaultWith(`${key(2)},${key(1)}`);
  expect(rotated.open(old, "ada")).toBe("1//token");
  expect(rotated.seal("1//token", "ada").key_id).not.toBe(old.key_id);
  const without = await vaultWith(key(2));
  expect(() => without.open(old, "ada")).toThrow(
    expect.objectContaining({ reason: "encryption_failed" }),
  );
});

test.each<keyof SealedToken>(["iv", "data", "tag", "key_id"])(
  "a changed %s opens nothing",
  async (part) => {
    const { seal, open } = await vaultWith(key(1));
    const sealed = seal("1//token", "ada");
    const bytes = Buffer.from(sealed[part], "base64");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const changed = { ...sealed, [part]: bytes.toString("base64") };
    expect(() => open(changed, "ada")).toThrow(
      expect.objectContaining({ reason: "encryption_failed" }),
    );
  },
);

test("a shortened tag is not a tag", async () => {
  const { seal, open } = await vaultWith(key(1));
  const sealed = seal("1//token", "ada");
  const tag = Buffer.from(sealed.tag, "base64").subarray(0, 4).toString("base64");
  expect(() => open({ ...sealed, tag }, "ada")).toThrow(
    expect.objectContaining({ reason: "encryption_failed" }),
  );
});
