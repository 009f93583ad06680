import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import { aMessage, asJson, mailsIn, post, senderOf } from "./testing/harness.ts";

const MINUTE = 60_000;
let google: RunningGoogle;
let now = Date.parse("2027-06-15T10:00:00Z");
beforeAll(async () => {
  google = await startGoogle({ now: () => now });
});
afterAll(() => google.close());
afterEach(() => fetch(`${google.url}/limits`, { method: "DELETE" }));

/** A function that sends once and returns `sent` or Google's error. */
async function sender(user: string): Promise<() => Promise<unknown>> {
  const send = await senderOf(google.url, user);
  return () =>
    send(asJson(aMessage())).then(
      () => "sent",
      (error: { response: { data: { error: unknown } } }) => error.response.data.error,
    );
}

test("a day takes so many, rolling over 24 hours", async () => {
  await post(`${google.url}/limits`, { perDay: 2, user: "day@example.com" });
  const send = await sender("day@example.com");
  const began = now;
  expect(await send()).toBe("sent");
  now += 30 * MINUTE;
  expect(await send()).toBe("sent");
  expect(await send()).toMatchObject({
    code: 429,
    message: `User-rate limit exceeded.  Retry after ${new Date(began + 24 * 60 * MINUTE).toISOString()} (Mail sending)`,
    errors: [{ domain: "usageLimits", reason: "rateLimitExceeded" }],
    status: "RESOURCE_EXHAUSTED",
  });
  expect(await mailsIn(google.url, "day@example.com")).toHaveLength(2);
  now = began + 24 * 60 * MINUTE;
  expect(await (await sender("day@example.com"))()).toBe("sent");
});

test("a limit of one account is that account's only, and can be switched off alone", async () => {
  await post(`${google.url}/limits`, { perDay: 0, user: "Slow@example.com" });
  const [slow, quick] = [await sender("slow@example.com"), await sender("quick@example.com")];
  expect(await slow()).toMatchObject({ code: 429 });
  expect(await quick()).toBe("sent");
  await fetch(`${google.url}/limits?user=slow@example.com`, { method: "DELETE" });
  expect(await slow()).toBe("sent");
});

test("every send can take its time", async () => {
  await post(`${google.url}/limits`, { delayMs: 150, user: "waiting@example.com" });
  const send = await sender("waiting@example.com");
  const began = performance.now();
  await Promise.all([send(), send()]);
  expect(performance.now() - began).toBeGreaterThan(145);
});

test.each([
  [{}],
  [[]],
  [{ perDay: 1 }],
  [{ user: "a@b.co" }],
  [{ perHour: 3, user: "a@b.co" }],
  [{ perDay: -1, user: "a@b.co" }],
  [{ perDay: "60", user: "a@b.co" }],
  [{ perDay: 1.5, user: "a@b.co" }],
  [{ perDay: 1, user: 3 }],
])("%j is no limit", async (body) => {
  expect((await post(`${google.url}/limits`, body)).status).toBe(400);
});
