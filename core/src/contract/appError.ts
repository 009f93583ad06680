import { type Reason, statusOf } from "./reasons.ts";

/**
 * The one error that crosses a boundary: thrown by the server, written to the wire as
 * `{success: false, error, reason}`, and thrown again by the client's `call()` (rule: error text).
 * `message` is a sentence for the user; `cause` is for the log and never leaves the server.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly reason: Reason;
  /** Id of the request that failed, for a person to report. */
  readonly requestId?: string;
  /** Seconds to wait before a retry makes sense. */
  readonly retryAfter?: number;
  /** What the screen needs beside the sentence, e.g. the names of missing variables. Never personal data of others. */
  readonly details?: Record<string, unknown>;

  constructor(
    reason: Reason,
    message: string,
    more: { cause?: unknown; requestId?: string; retryAfter?: number; details?: Record<string, unknown> } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.reason = reason;
    if (more.requestId !== undefined) this.requestId = more.requestId;
    if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    if (more.details !== undefined) this.details = more.details;
  }

  /** The HTTP status that the reason table gives this error. */
  get status(): number {
    return statusOf(this.reason);
  }
}
