import { expect, test } from "vitest";
import { outageOf } from "./outage.ts";

const failed = (code: unknown) => Object.assign(new Error("x"), { code });

test.each([
  14,
  "ECONNRESET",
  503,
  "app/network-error",
  "app/network-timeout",
  "auth/internal-error",
  "auth/quota-exceeded",
])("%s is an outage: a later try can succeed", (code) => {
  expect(outageOf(failed(code))).toMatchObject({ reason: "service_unavailable", retryAfter: 1 });
});

test.each([
  5,
  404,
  "auth/argument-error",
  "auth/id-token-expired",
  "auth/user-not-found",
  undefined,
])("%s is none", (code) => {
  expect(outageOf(failed(code))).toBeNull();
});
