import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOUBTS, type GmailAnswer, judgeAnswer, PROOFS } from "./gmailAnswers.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** An error as Google writes it. */
function googleError(
  code: number,
  reason: string,
  message: string,
  status: string,
  details?: unknown[],
): string {
  return JSON.stringify({
    error: {
      code,
      message,
      errors: [{ message, domain: "global", reason }],
      status,
      ...(details ? { details } : {}),
    },
  });
}

function judge(status: number, body: string, headers: Record<string, string> = {}): GmailAnswer {
  return judgeAnswer({ status, headers, body }, NOW);
}

const scopeDetails = [
  {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    domain: "googleapis.com",
    metadata: {
      service: "gmail.googleapis.com",
      method: "caribou.api.proto.MailboxService.SendMessage",
    },
  },
];
function quotaDetails(limit: string) {
  return [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "RATE_LIMIT_EXCEEDED",
      domain: "googleapis.com",
      metadata: {
        service: "gmail.googleapis.com",
        quota_metric: "gmail.googleapis.com/default",
        quota_limit: limit,
      },
    },
  ];
}

const table: [string, number, string, GmailAnswer, Record<string, string>?][] = [
  [
    "a sent message",
    200,
    '{"id":"18c","threadId":"18c","labelIds":["SENT"]}',
    { kind: "sent", messageId: "18c" },
  ],
  ["a 200 whose body broke off", 200, '{"id":"18', { kind: "unknown" }],
  ["a 200 without a message's id", 200, '{"id":""}', { kind: "unknown" }],
  ["a 204", 204, "", { kind: "unknown" }],
  [
    "too fast",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "Quota exceeded for quota metric 'Queries'.",
      "RESOURCE_EXHAUSTED",
    ),
    { kind: "slow", retryAfter: null },
  ],
  [
    "too fast, with a header in seconds",
    429,
    googleError(429, "rateLimitExceeded", "Rate Limit Exceeded", "RESOURCE_EXHAUSTED"),
    { kind: "slow", retryAfter: 7_000 },
    { "retry-after": "7" },
  ],
  [
    "too fast, with a header that is a date",
    429,
    googleError(429, "rateLimitExceeded", "Rate Limit Exceeded", "RESOURCE_EXHAUSTED"),
    { kind: "slow", retryAfter: 30_000 },
    { "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" },
  ],
  [
    "too fast, with the time in the message",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "User-rate limit exceeded.  Retry after 2026-11-20T12:00:12.500Z",
      "RESOURCE_EXHAUSTED",
    ),
    { kind: "slow", retryAfter: 12_500 },
  ],
  [
    "too many at once",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "Too many concurrent requests for user",
      "RESOURCE_EXHAUSTED",
    ),
    { kind: "slow", retryAfter: null },
  ],
  ["429 without a body", 429, "", { kind: "slow", retryAfter: null }],
  [
    "403 with a rate reason",
    403,
    googleError(403, "rateLimitExceeded", "Rate Limit Exceeded", "PERMISSION_DENIED"),
    { kind: "slow", retryAfter: null },
  ],
  [
    "403 with the user's rate reason",
    403,
    googleError(403, "userRateLimitExceeded", "User Rate Limit Exceeded", "PERMISSION_DENIED"),
    { kind: "slow", retryAfter: null },
  ],
  [
    "the quota of a minute",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "Quota exceeded",
      "RESOURCE_EXHAUSTED",
      quotaDetails("QueriesPerMinutePerUser"),
    ),
    { kind: "slow", retryAfter: null },
  ],
  [
    "the account's daily limit",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "User-rate limit exceeded (Mail sending)",
      "RESOURCE_EXHAUSTED",
    ),
    { kind: "daily_limit", retryAfter: null },
  ],
  [
    "the account's daily limit, with a time",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "User-rate limit exceeded.  Retry after 2026-11-20T18:00:00.000Z (Mail sending)",
      "RESOURCE_EXHAUSTED",
    ),
    { kind: "daily_limit", retryAfter: 6 * 3_600_000 },
  ],
  [
    "the project's daily limit",
    403,
    googleError(403, "dailyLimitExceeded", "Daily Limit Exceeded", "PERMISSION_DENIED"),
    { kind: "daily_limit", retryAfter: null },
  ],
  [
    "the quota of a day",
    429,
    googleError(
      429,
      "rateLimitExceeded",
      "Quota exceeded",
      "RESOURCE_EXHAUSTED",
      quotaDetails("QueriesPerDayPerProject"),
    ),
    { kind: "daily_limit", retryAfter: null },
  ],
  [
    "an invalid To",
    400,
    googleError(400, "invalidArgument", "Invalid To header", "INVALID_ARGUMENT"),
    { kind: "refused", sentence: "Gmail rejected the address." },
  ],
  [
    "no recipient",
    400,
    googleError(400, "invalidArgument", "Recipient address required", "INVALID_ARGUMENT"),
    { kind: "refused", sentence: "Gmail rejected the address." },
  ],
  [
    "a message too large",
    400,
    googleError(400, "invalidArgument", "Message too large", "INVALID_ARGUMENT"),
    { kind: "refused", sentence: "The message is too large for Gmail." },
  ],
  [
    "an upload too large, in HTML",
    413,
    "<html><title>413</title></html>",
    { kind: "refused", sentence: "The message is too large for Gmail." },
  ],
  [
    "a domain's policy",
    403,
    googleError(
      403,
      "domainPolicy",
      "The domain administrators have disabled Gmail apps.",
      "PERMISSION_DENIED",
    ),
    { kind: "refused", sentence: "The account's organization doesn't allow this email." },
  ],
  [
    "an account without Gmail",
    400,
    googleError(400, "failedPrecondition", "Mail service not enabled", "FAILED_PRECONDITION"),
    { kind: "refused", sentence: "Gmail isn't turned on for this account." },
  ],
  [
    "the API switched off in the project",
    403,
    googleError(
      403,
      "accessNotConfigured",
      "Gmail API has not been used in project 1 before",
      "PERMISSION_DENIED",
    ),
    {
      kind: "refused",
      sentence: "Sending is not set up: Gmail refuses this service. Please contact support.",
    },
  ],
  [
    "a delegation denied",
    403,
    googleError(403, "forbidden", "Delegation denied for ada", "PERMISSION_DENIED"),
    { kind: "refused", sentence: "Gmail doesn't allow this account to send this email." },
  ],
  [
    "a bad message",
    400,
    googleError(400, "badRequest", "Bad Request", "INVALID_ARGUMENT"),
    { kind: "refused", sentence: "Gmail refused this email (error 400)." },
  ],
  ["a 404 in HTML", 404, "<html></html>", { kind: "unknown" }],
  [
    "a 400 in the newer form, which has no list of reasons",
    400,
    '{"error":{"code":400,"message":"Invalid Cc header","status":"INVALID_ARGUMENT"}}',
    { kind: "refused", sentence: "Gmail rejected the address." },
  ],
  [
    "credentials that are no longer valid",
    401,
    googleError(401, "authError", "Invalid Credentials", "UNAUTHENTICATED"),
    { kind: "unauthorized" },
  ],
  [
    "a missing scope, by reason",
    403,
    googleError(403, "insufficientPermissions", "Insufficient Permission", "PERMISSION_DENIED"),
    { kind: "reconnect" },
  ],
  [
    "a missing scope, by details",
    403,
    googleError(
      403,
      "forbidden",
      "Request had insufficient authentication scopes.",
      "PERMISSION_DENIED",
      scopeDetails,
    ),
    { kind: "reconnect" },
  ],
  [
    "a backend error",
    500,
    googleError(500, "backendError", "Internal error", "INTERNAL"),
    { kind: "unknown" },
  ],
  [
    "an overload",
    503,
    googleError(503, "backendError", "Backend Error", "UNAVAILABLE"),
    { kind: "unknown" },
  ],
  ["a gateway's time-out", 504, "upstream request timeout", { kind: "unknown" }],
  ["a request time-out", 408, "", { kind: "unknown" }],
  ["a redirect", 302, "", { kind: "unknown" }],
];

/** Statuses and reasons of Google's APIs, known and unknown, in every combination. */
const STATUSES = [
  ...[200, 201, 204, 302, 400, 401, 402, 403, 404, 405, 408, 409, 410, 411, 412, 413, 415, 422],
  ...[423, 425, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 520, 524, 599],
];
const REASONS = [
  ...PROOFS.flatMap(({ reasons }) => reasons ?? []),
  ...DOUBTS,
  ...["", "notFound", "gone", "conditionNotMet", "somethingNew"],
];
const everyAnswer = STATUSES.flatMap((status) => [
  ...REASONS.map((reason) => ({ status, reason, body: googleError(status, reason, "No", "X") })),
  ...["", "<html>No</html>", "{}", "null"].map((body) => ({ status, reason: null, body })),
]);

describe("judgeAnswer", () => {
  it.each(table)("%s (%i)", (_, status, body, expected, headers = {}) => {
    expect(judge(status, body, headers)).toEqual(expected);
  });

  it("takes an answer for a failure only if a line of the table proves it", () => {
    expect(everyAnswer.length).toBeGreaterThan(900);
    for (const { status, reason, body } of everyAnswer) {
      const doubted = reason !== null && DOUBTS.includes(reason);
      const isProved = PROOFS.some(
        (proof) =>
          proof.status === status &&
          (proof.reasons === null || (reason !== null && proof.reasons.includes(reason))),
      );
      const { kind } = judge(status, body);
      expect([status, reason, kind !== "unknown"]).toEqual([status, reason, isProved && !doubted]);
    }
  });

  it("lists no status whose answer can come after the email was taken, and why for each line", () => {
    expect([...new Set(PROOFS.map(({ status }) => status))]).toEqual([400, 401, 403, 413, 429]);
    for (const { why } of PROOFS) expect(why).toMatch(/^[A-Z].{20,}\.$/);
    const listed = PROOFS.flatMap(({ status, reasons }) =>
      (reasons ?? []).map((reason) => `${status} ${reason}`),
    );
    expect(new Set(listed).size).toBe(listed.length);
  });

  it.each(PROOFS.flatMap(({ status, reasons }) => (reasons ?? [""]).map((of) => [status, of])))(
    "doubts a %i %s that also names a fault inside Google",
    (status, reason) => {
      for (const doubt of DOUBTS) {
        const error = { errors: [{ reason }, { reason: doubt }], details: [] };
        expect(judge(Number(status), JSON.stringify({ error }))).toEqual({ kind: "unknown" });
      }
    },
  );

  it("is the table of decision 4", () => {
    const text = readFileSync(
      new URL("../../../docs/decisions/0004-the-ledger.md", import.meta.url),
      "utf8",
    );
    for (const { status, reasons, why } of PROOFS) {
      const names = reasons?.map((reason) => `\`${reason}\``).join(", ") ?? "any";
      expect(text).toContain(`| ${status} | ${names} | ${why} |`);
    }
    expect(text).toContain(DOUBTS.map((reason) => `\`${reason}\``).join(", "));
  });

  it("judges a body that is JSON but isn't Google's error by its status", () => {
    for (const body of ["null", "[]", '{"error":"x"}', '{"error":{"errors":"x"}}']) {
      expect(judge(429, body)).toEqual({ kind: "slow", retryAfter: null });
      expect(judge(400, body)).toEqual({ kind: "unknown" });
      expect(judge(500, body)).toEqual({ kind: "unknown" });
    }
  });

  it("never repeats an address of Gmail's message", () => {
    const said = googleError(
      400,
      "invalidArgument",
      "Invalid To header: eve@example.org",
      "INVALID_ARGUMENT",
    );
    expect(JSON.stringify(judge(400, said))).not.toContain("eve");
  });
});

it.each([
  [400, "invalid", "INTERNAL"],
  [403, "rateLimitExceeded", "ABORTED"],
])("%i with %s is unknown if its status %s is a doubt", (status, reason, name) => {
  expect(judge(status, googleError(status, reason, "Error", name))).toEqual({ kind: "unknown" });
});
