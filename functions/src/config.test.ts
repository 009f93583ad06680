import { AppError } from "@sendwright/core/contract/appError";
import { expect, test } from "vitest";
import { parseConfig, refuseLocalSettings } from "./config.ts";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const env = {
  GCLOUD_PROJECT: "demo-sendwright",
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
  TOKEN_ENCRYPTION_KEY: key(1),
};

test("absent or empty variables have defaults", () => {
  const config = parseConfig({ ...env, SEND_RATE_PER_MINUTE: "", EXTENSION_ID: "" });
  expect(config).toMatchObject({
    sendRatePerMinute: 60,
    extensionId: "",
    googleLocalBase: null,
    isEmulated: false,
  });
  expect(config.limits).toMatchObject({ MAX_CSV_RECIPIENTS: 1_000, MAX_TEMPLATES_PER_USER: 10 });
  expect(config.storageBucket).toBe("demo-sendwright.firebasestorage.app");
});

test("limits, rate and bucket can be configured", () => {
  const config = parseConfig({
    ...env,
    MAX_CSV_RECIPIENTS: "20",
    SEND_RATE_PER_MINUTE: "150",
    FIREBASE_CONFIG: '{"storageBucket":"a-bucket"}',
  });
  expect(config.limits).toMatchObject({ MAX_CSV_RECIPIENTS: 20, MAX_MANUAL_RECIPIENTS: 100 });
  expect(config).toMatchObject({ sendRatePerMinute: 150, storageBucket: "a-bucket" });
});

test("the first key seals, the others still open; each has its own id that doesn't change", () => {
  const [current, earlier] = parseConfig({
    ...env,
    TOKEN_ENCRYPTION_KEY: `${key(2)}, ${key(1)}`,
  }).tokenKeys;
  const [alone] = parseConfig(env).tokenKeys;
  expect(current.key).toEqual(Buffer.alloc(32, 2));
  expect(earlier?.id).toBe(alone.id);
  expect(current.id).not.toBe(alone.id);
});

test("network addresses are hashed with their own secret, not with the key that seals tokens", () => {
  const { networkSecret, tokenKeys } = parseConfig(env);
  expect(networkSecret).toHaveLength(32);
  expect(networkSecret).not.toEqual(tokenKeys[0].key);
  expect(parseConfig({ ...env, TOKEN_ENCRYPTION_KEY: key(2) }).networkSecret).not.toEqual(
    networkSecret,
  );
});

test.each([
  ["GCLOUD_PROJECT", undefined],
  ["GOOGLE_CLIENT_ID", ""],
  ["GOOGLE_CLIENT_SECRET", undefined],
  ["TOKEN_ENCRYPTION_KEY", undefined],
  ["TOKEN_ENCRYPTION_KEY", "not base64!"],
  ["TOKEN_ENCRYPTION_KEY", Buffer.alloc(16).toString("base64")],
  ["TOKEN_ENCRYPTION_KEY", `${key(1)},`],
  ["MAX_CSV_RECIPIENTS", "many"],
  ["SEND_RATE_PER_MINUTE", "0"],
  ["GOOGLE_LOCAL_BASE", "somewhere"],
  ["FIREBASE_CONFIG", "{"],
  ["FIREBASE_CONFIG", "config.json"],
  ["FIREBASE_CONFIG", "[]"],
  ["FIREBASE_CONFIG", '{"storageBucket":1}'],
])("%s = %j is config_missing, and the cause names it without its value", (name, value) => {
  try {
    parseConfig({ ...env, [name]: value });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    const { reason, message, cause } = error as AppError;
    expect(reason).toBe("config_missing");
    expect(message).not.toContain(name);
    expect((cause as Error).message).toBe(`Missing or malformed: ${name}`);
  }
});

test.each([
  "GOOGLE_LOCAL_BASE",
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "STORAGE_EMULATOR_HOST",
  "CLOUD_TASKS_EMULATOR_HOST",
])("a deployed function refuses to start with %s", (name) => {
  expect(() => refuseLocalSettings({ K_SERVICE: "api", [name]: "127.0.0.1:1" })).toThrow(name);
  expect(() => refuseLocalSettings({ K_SERVICE: "api", [name]: "" })).not.toThrow();
  const emulated = { K_SERVICE: "api", FUNCTIONS_EMULATOR: "true", [name]: "x" };
  expect(() =>
    refuseLocalSettings({ ...emulated, GCLOUD_PROJECT: "demo-sendwright" }),
  ).not.toThrow();
  // A line in a deployed .env doesn't make it an emulator.
  expect(() => refuseLocalSettings({ ...emulated, GCLOUD_PROJECT: "sendwright" })).toThrow(name);
  expect(() => refuseLocalSettings({ [name]: "127.0.0.1:1" })).not.toThrow();
});

test("a deployed function refuses to start if the environment claims emulators", () => {
  const told = { K_SERVICE: "api", FUNCTIONS_EMULATOR: "true" };
  expect(() => refuseLocalSettings({ ...told, GCLOUD_PROJECT: "sendwright" })).toThrow(
    "FUNCTIONS_EMULATOR",
  );
  expect(() => refuseLocalSettings({ ...told, GCLOUD_PROJECT: "demo-sendwright" })).not.toThrow();
});

test("only an emulator project is emulated, in any environment", () => {
  const told = { ...env, FUNCTIONS_EMULATOR: "true", FIRESTORE_EMULATOR_HOST: "127.0.0.1:8080" };
  expect(parseConfig(told).isEmulated).toBe(true);
  expect(parseConfig({ ...told, GCLOUD_PROJECT: "sendwright" }).isEmulated).toBe(false);
});
