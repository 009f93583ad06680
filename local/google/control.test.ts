import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import {
  aMessage,
  asJson,
  codeFor,
  mailsIn,
  oauthClient,
  post,
  refusalOf,
  senderOf,
} from "./testing/harness.ts";

let google: RunningGoogle;
beforeAll(async () => {
  google = await startGoogle();
});
afterAll(() => google.close());
afterEach(async () => {
  await fetch(`${google.url}/faults`, { method: "DELETE" });
  await fetch(`${google.url}/mail`, { method: "DELETE" });
});

const fault = (body: object) => post(`${google.url}/faults`, body);

/** Sends once for each subject; gives `sent`, a status, or the code of a lost connection. */
async function sendAll(user: string, subjects: string[]): Promise<(string | number)[]> {
  const send = await senderOf(google.url, user);
  const outcomes: (string | number)[] = [];
  for (const subject of subjects) {
    const call = send(asJson(aMessage({ subject })));
    outcomes.push(
      await call.then(
        () => "sent",
        (error: { status?: number; code?: string }) => error.status ?? error.code ?? "?",
      ),
    );
  }
  return outcomes;
}

const subjectsIn = async (user: string) =>
  (await mailsIn(google.url, user)).map(({ subject }) => subject);

test("a refusal has Google's body, once", async () => {
  await fault({
    op: "send",
    status: 429,
    reason: "userRateLimitExceeded",
    message: "Slow down",
    retryAfter: 7,
  });
  const send = await senderOf(google.url, "ada@example.com");
  const refusal = await refusalOf(send(asJson(aMessage())));
  expect([refusal.status, refusal.headers.get("retry-after"), refusal.data]).toEqual([
    429,
    "7",
    {
      error: {
        code: 429,
        message: "Slow down",
        errors: [{ message: "Slow down", domain: "usageLimits", reason: "userRateLimitExceeded" }],
        status: "RESOURCE_EXHAUSTED",
      },
    },
  ]);
  expect((await send(asJson(aMessage()))).status).toBe(200);
});

test.each([
  [400, "invalidArgument", "INVALID_ARGUMENT"],
  [401, "authError", "UNAUTHENTICATED"],
  [403, "forbidden", "PERMISSION_DENIED"],
  [429, "rateLimitExceeded", "RESOURCE_EXHAUSTED"],
  [500, "backendError", "INTERNAL"],
  [503, "backendError", "UNAVAILABLE"],
])("status %i without a reason is %s", async (status, reason, name) => {
  await fault({ op: "send", status });
  const send = await senderOf(google.url, "ada@example.com");
  const refusal = await refusalOf(send(asJson(aMessage())));
  expect(refusal.data.error).toMatchObject({ code: status, status: name, errors: [{ reason }] });
});

test("times and skip count the calls that match", async () => {
  await fault({ op: "send", status: 503, times: 2, skip: 1 });
  expect(await sendAll("ada@example.com", ["1", "2", "3", "4"])).toEqual([
    "sent",
    503,
    503,
    "sent",
  ]);
  expect(await subjectsIn("ada@example.com")).toEqual(["1", "4"]);
});

test("faults are taken in the order they came", async () => {
  await fault({ op: "send", status: 500 });
  await fault({ op: "send", status: 503 });
  expect(await sendAll("ada@example.com", ["1", "2", "3"])).toEqual([500, 503, "sent"]);
});

test("user and match leave the others alone", async () => {
  await fault({ op: "send", status: 500, user: "Grace@example.com", times: 9 });
  await fault({ op: "send", status: 403, match: "^Subject: (two|three)\\r?$", times: 9 });
  expect(await sendAll("ada@example.com", ["one", "two", "three", "two more"])).toEqual([
    "sent",
    403,
    403,
    "sent",
  ]);
  expect(await sendAll("grace@example.com", ["one"])).toEqual([500]);
});

test.each([
  [200, '{"id":"18'],
  [204, ""],
  [302, "<html></html>"],
  [429, ""],
])("a body is the whole answer, with a status of %i", async (status, body) => {
  await fault({ op: "send", status, body, storeFirst: true });
  const code = await codeFor(google.url, "ada@example.com");
  const { tokens } = await oauthClient(google.url).getToken(code);
  const answer = await fetch(`${google.url}/gmail/v1/users/me/messages/send`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
    body: JSON.stringify(asJson(aMessage({ subject: "whole" })).requestBody),
  });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
  expect(await subjectsIn("ada@example.com")).toEqual(["whole"]);
});

test("reset drops the connection and delivers nothing", async () => {
  await fault({ op: "send", reset: true });
  expect(await sendAll("ada@example.com", ["1", "2"])).toEqual(["ECONNRESET", "sent"]);
  expect(await subjectsIn("ada@example.com")).toEqual(["2"]);
});

test("storeFirst delivers, then loses the answer", async () => {
  await fault({ op: "send", storeFirst: true });
  await fault({ op: "send", storeFirst: true, reset: true });
  await fault({ op: "send", storeFirst: true, status: 503, reason: "backendError" });
  expect(await sendAll("ada@example.com", ["1", "2", "3", "4"])).toEqual([
    "ECONNRESET",
    "ECONNRESET",
    503,
    "sent",
  ]);
  expect(await subjectsIn("ada@example.com")).toEqual(["1", "2", "3", "4"]);
});

test("storeFirst delivers nothing that Gmail would refuse", async () => {
  await fault({ op: "send", storeFirst: true, status: 503 });
  const send = await senderOf(google.url, "ada@example.com");
  const call = send(asJson("To: nobody\r\n\r\nx"));
  expect((await refusalOf(call)).status).toBe(400);
  expect(await subjectsIn("ada@example.com")).toEqual([]);
});

test("delayMs holds the call back, and alone it still succeeds", async () => {
  await fault({ op: "send", delayMs: 300 });
  await fault({ op: "send", delayMs: 300, status: 504 });
  const began = performance.now();
  expect(await sendAll("ada@example.com", ["1"])).toEqual(["sent"]);
  expect(performance.now() - began).toBeGreaterThan(290);
  expect(await sendAll("ada@example.com", ["2"])).toEqual([504]);
  expect(performance.now() - began).toBeGreaterThan(590);
});

test("a caller who gives up does not stop a delivery", async () => {
  await fault({ op: "send", delayMs: 60_000, storeFirst: true });
  const send = await senderOf(google.url, "hasty@example.com");
  const patience = new AbortController();
  const call = expect(send(asJson(aMessage()), { signal: patience.signal })).rejects.toThrow();
  await expect.poll(() => subjectsIn("hasty@example.com")).toEqual(["Hello"]);
  patience.abort();
  await call;
  expect(await subjectsIn("hasty@example.com")).toEqual(["Hello"]);
});

describe("faults of the token endpoint", () => {
  test.each([
    [{ status: 400, reason: "invalid_grant", message: "Bad Request" }, 400, "invalid_grant"],
    [{ status: 401, reason: "deleted_client" }, 401, "deleted_client"],
    // Google's library asks three more times when the endpoint fails.
    [{ status: 503, times: 4 }, 503, "internal_failure"],
  ])("%j", async (body, status, error) => {
    await fault({ op: "token", user: "ada@example.com", ...body });
    const code = await codeFor(google.url, "ada@example.com");
    const refusal = await refusalOf(oauthClient(google.url).getToken(code));
    expect([refusal.status, refusal.data.error]).toEqual([status, error]);
    expect((await oauthClient(google.url).getToken(code)).tokens.access_token).toEqual(
      expect.any(String),
    );
  });

  test("hit refreshes and may be lost on the way back", async () => {
    const client = oauthClient(google.url);
    client.setCredentials(
      (await client.getToken(await codeFor(google.url, "fresh@example.com"))).tokens,
    );
    await fault({ op: "token", user: "fresh@example.com", status: 400, reason: "invalid_grant" });
    await fault({ op: "token", user: "fresh@example.com", storeFirst: true });
    expect((await refusalOf(client.refreshAccessToken())).data.error).toBe("invalid_grant");
    const code = await codeFor(google.url, "fresh@example.com");
    await expect(client.getToken(code)).rejects.toThrow();
    expect((await refusalOf(client.getToken(code))).data.error).toBe("invalid_grant");
  });
});

test.each([
  ["no object", [], "JSON object"],
  ["no op", { status: 500 }, "op"],
  ["another op", { op: "read", status: 500 }, "op"],
  ["nothing to do", { op: "send" }, "does nothing"],
  ["a success without a body", { op: "send", status: 200 }, "body"],
  ["a status below 200", { op: "send", status: 101, body: "" }, "status"],
  ["a body without a status", { op: "send", reset: true, body: "x" }, "status"],
  ["a reason without a status", { op: "send", reset: true, reason: "x" }, "reason"],
  ["a message without a status", { op: "send", storeFirst: true, message: "x" }, "message"],
  ["a time to retry without a status", { op: "send", delayMs: 5, retryAfter: 3 }, "retryAfter"],
  ["a reason beside a body", { op: "send", status: 500, body: "", reason: "x" }, "reason"],
  ["a status as text", { op: "send", status: "500" }, "status"],
  ["no times", { op: "send", status: 500, times: 0 }, "times"],
  ["half a skip", { op: "send", status: 500, skip: 0.5 }, "skip"],
  ["a broken pattern", { op: "send", status: 500, match: "(" }, "match"],
  ["a pattern for tokens", { op: "token", status: 500, match: "x" }, "match"],
  ["a negative delay", { op: "send", delayMs: -1 }, "delayMs"],
  ["a status for no one", { op: "send", reset: true, status: 500 }, "reset"],
  ["an unknown field", { op: "send", status: 500, tims: 2 }, "tims"],
  ["an empty reason", { op: "send", status: 500, reason: "" }, "reason"],
])("a fault with %s makes no sense", async (_name, body, word) => {
  const answer = await fault(body);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { error: string }).error).toContain(word);
  expect(await (await fetch(`${google.url}/faults`)).json()).toEqual([]);
});

test("one account's faults can be cleared alone", async () => {
  await fault({ op: "send", status: 500, user: "ada@example.com" });
  await fault({ op: "send", status: 503, user: "grace@example.com" });
  await fetch(`${google.url}/faults?user=ada@example.com`, { method: "DELETE" });
  expect(await sendAll("ada@example.com", ["1"])).toEqual(["sent"]);
  expect(await sendAll("grace@example.com", ["1"])).toEqual([503]);
});

describe("limits", () => {
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

  test("a day's limit counts the last 24 hours", async () => {
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
});
