import * as z from "zod";
import type { HttpAnswer } from "./postOnce.ts";

/**
 * The meaning of Gmail's answer for the email (decision 4). Only `sent` and `unknown` can have
 * delivered anything.
 */
export type GmailAnswer =
  | { kind: "sent"; messageId: string }
  /** Refused for now; `retryAfter` in milliseconds if Gmail says how long. */
  | { kind: "slow"; retryAfter: number | null }
  /** The account's daily limit; `retryAfter` as above. */
  | { kind: "daily_limit"; retryAfter: number | null }
  /** Refused for good; the sentence is for the results table. */
  | { kind: "refused"; sentence: string }
  /** The permission to send is missing. */
  | { kind: "reconnect" }
  /** Gmail didn't accept the access token; the permission may still exist. */
  | { kind: "unauthorized" }
  /** Nothing left this machine. */
  | { kind: "not_left" }
  /** No one can tell whether it was delivered. */
  | { kind: "unknown" };

const ADDRESS_REJECTED = "Gmail rejected the address.";
const TOO_LARGE = "The message is too large for Gmail.";
const POLICY = "The account's organization doesn't allow this email.";
const NO_GMAIL = "Gmail isn't turned on for this account.";
const NOT_PERMITTED = "Gmail doesn't allow this account to send this email.";
const SERVICE_OFF = "Sending is not set up: Gmail refuses this service. Please contact support.";

const detail = z.object({
  reason: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
const googleError = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
    details: z.array(detail).default([]),
  }),
});

interface Refusal {
  message: string;
  reasons: Set<string>;
  /** Names of the exceeded quotas. */
  quotas: string;
}

const LIMITS = [
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "RATE_LIMIT_EXCEEDED",
];

/** A kind of answer, and how we know that it accepted nothing. */
interface Proof {
  status: number;
  /** Google's reasons that prove it; null if the status alone does. */
  reasons: readonly string[] | null;
  why: string;
}

/**
 * The answers that prove that Gmail accepted nothing (decision 4). Any other answer leaves that
 * open, as does one of these with a reason of `DOUBTS`. A failed row may be sent again without a
 * question, so an answer belongs here only if Gmail gives it before it takes an email.
 */
export const PROOFS: readonly Proof[] = [
  {
    status: 400,
    reasons: [
      "invalidArgument",
      "INVALID_ARGUMENT",
      "invalid",
      "badRequest",
      "required",
      "parseError",
      "uploadTooLarge",
    ],
    why: "The request or the message can't be read, or has an address that Gmail doesn't take.",
  },
  {
    status: 400,
    reasons: ["failedPrecondition", "FAILED_PRECONDITION"],
    why: "The account has no mailbox that could take it.",
  },
  {
    status: 401,
    reasons: null,
    why: "The access token is checked before the request is passed on.",
  },
  {
    status: 403,
    reasons: ["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"],
    why: "The token's permissions are checked before the request is passed on.",
  },
  {
    status: 403,
    reasons: ["accessNotConfigured", "SERVICE_DISABLED"],
    why: "Google doesn't pass on requests of a project that hasn't turned the Gmail API on.",
  },
  {
    status: 403,
    reasons: ["forbidden", "PERMISSION_DENIED", "domainPolicy"],
    why: "The account isn't allowed to make this call, whatever the message is.",
  },
  {
    status: 403,
    reasons: [...LIMITS, "dailyLimitExceeded"],
    why: "Limits are checked first; Google asks to repeat the call.",
  },
  { status: 413, reasons: null, why: "A request that is too large isn't read to its end." },
  { status: 429, reasons: null, why: "Limits are checked first; Google asks to repeat the call." },
];

/** Reasons of faults inside Google, at whatever point: they prove nothing, whatever the status. */
export const DOUBTS: readonly string[] = [
  "backendError",
  "internalError",
  "unknownError",
  "conflict",
  "duplicate",
  "aborted",
  "ABORTED",
  "ALREADY_EXISTS",
  "CANCELLED",
  "DEADLINE_EXCEEDED",
  "INTERNAL",
  "UNAVAILABLE",
];

/** The meaning of a Gmail answer, and how long to wait from its arrival. */
export function judgeAnswer(answer: HttpAnswer, now: number): GmailAnswer {
  const { status } = answer;
  if (status >= 200 && status < 300) return acceptedBy(answer.body);
  const refusal = readRefusal(answer.body);
  if (!provesNothingAccepted(status, refusal.reasons)) return { kind: "unknown" };
  if (status === 401) return { kind: "unauthorized" };
  const limit = limitOf(status, refusal);
  if (limit) return { kind: limit, retryAfter: retryAfterOf(answer, refusal.message, now) };
  if (status === 403 && lacksScope(refusal)) return { kind: "reconnect" };
  return { kind: "refused", sentence: sentenceOf(status, refusal) };
}

/** Only the id of the stored message says that Gmail has it. */
const acceptance = z.object({ id: z.string().min(1).max(200) });

function acceptedBy(body: string): GmailAnswer {
  const parsed = acceptance.safeParse(parseJson(body));
  return parsed.success ? { kind: "sent", messageId: parsed.data.id } : { kind: "unknown" };
}

function provesNothingAccepted(status: number, given: ReadonlySet<string>): boolean {
  if (DOUBTS.some((reason) => given.has(reason))) return false;
  return PROOFS.some(
    ({ status: of, reasons }) =>
      of === status && (reasons?.some((reason) => given.has(reason)) ?? true),
  );
}

function limitOf(
  status: number,
  { message, reasons, quotas }: Refusal,
): "slow" | "daily_limit" | null {
  if (reasons.has("dailyLimitExceeded")) return "daily_limit";
  if (status !== 429 && !LIMITS.some((reason) => reasons.has(reason))) return null;
  return /\(mail sending\)|daily/i.test(message) || /per.?day/i.test(quotas)
    ? "daily_limit"
    : "slow";
}

function lacksScope({ message, reasons }: Refusal): boolean {
  return (
    reasons.has("insufficientPermissions") ||
    reasons.has("ACCESS_TOKEN_SCOPE_INSUFFICIENT") ||
    /insufficient (authentication scopes|permission)/i.test(message)
  );
}

function sentenceOf(status: number, { message, reasons }: Refusal): string {
  if (status === 413 || reasons.has("uploadTooLarge") || /too large|size limit/i.test(message))
    return TOO_LARGE;
  if (reasons.has("domainPolicy")) return POLICY;
  if (reasons.has("accessNotConfigured") || reasons.has("SERVICE_DISABLED")) return SERVICE_OFF;
  if (/mail service not enabled/i.test(message)) return NO_GMAIL;
  if (/recipient|invalid (to|cc|bcc) header|address/i.test(message)) return ADDRESS_REJECTED;
  if (status === 403) return NOT_PERMITTED;
  return `Gmail refused this email (error ${status}).`;
}

function readRefusal(body: string): Refusal {
  const parsed = googleError.safeParse(parseJson(body));
  if (!parsed.success) return { message: "", reasons: new Set(), quotas: "" };
  const { message, status, errors, details } = parsed.data.error;
  const reasons = [...errors, ...details].flatMap(({ reason }) =>
    reason === undefined ? [] : [reason],
  );
  // Newer errors have no list of reasons, only the name of their status; a fault inside Google
  // counts beside reasons.
  const isOnly = errors.length === 0 && reasons.length === 0;
  if (status !== undefined && (isOnly || DOUBTS.includes(status))) reasons.push(status);
  const quotas = details.map(({ metadata }) => String(metadata?.quota_limit ?? "")).join(" ");
  return { message, reasons: new Set(reasons), quotas };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The header's seconds or date, else the time in Gmail's message ("… Retry after
 * 2026-11-20T14:00:00.000Z").
 */
function retryAfterOf({ headers }: HttpAnswer, message: string, now: number): number | null {
  const header = headers["retry-after"]?.trim();
  if (header && /^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const written = header ?? /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(message)?.[1];
  const at = written === undefined ? Number.NaN : Date.parse(written);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
