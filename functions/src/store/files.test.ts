import { generateKeyPairSync } from "node:crypto";
import { cert, deleteApp, initializeApp } from "firebase-admin/app";
import { getStorage } from "firebase-admin/storage";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { downloadAddress } from "./files.ts";

const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});
const app = initializeApp(
  {
    credential: cert({
      projectId: "ours",
      clientEmail: "api@ours.iam.gserviceaccount.com",
      privateKey: String(privateKey),
    }),
  },
  "signing",
);
beforeAll(() => {
  vi.stubEnv("GCLOUD_PROJECT", "ours");
  vi.stubEnv("GOOGLE_CLIENT_ID", "id");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", Buffer.alloc(32).toString("base64"));
  vi.stubEnv("STORAGE_EMULATOR_HOST", undefined);
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await deleteApp(app);
});

test("an address is signed for 15 minutes and this one file, only to read it, under its own name", async () => {
  const now = Date.parse("2026-11-26T14:05:58.999Z");
  vi.useFakeTimers({ toFake: ["Date"], now });
  const bucket = getStorage(app).bucket("ours.firebasestorage.app");
  const time = { now, ms: 15 * 60_000 };
  const address = new URL(
    await downloadAddress("exports/u/1/sendwright.zip", "sendwright.zip", time, bucket),
  );
  expect(address.origin + address.pathname).toBe(
    "https://storage.googleapis.com/ours.firebasestorage.app/exports/u/1/sendwright.zip",
  );
  const { "X-Goog-Signature": signature, ...asked } = Object.fromEntries(address.searchParams);
  expect(signature).toMatch(/^[0-9a-f]{512}$/);
  expect(asked).toEqual({
    "X-Goog-Algorithm": "GOOG4-RSA-SHA256",
    "X-Goog-Credential": "api@ours.iam.gserviceaccount.com/20261126/auto/storage/goog4_request",
    "X-Goog-Date": "20261126T140558Z",
    "X-Goog-Expires": "900",
    "X-Goog-SignedHeaders": "host",
    "response-content-disposition": 'attachment; filename="sendwright.zip"',
  });
});
