import { type Reason, statusOf } from "./reasons.ts";

/**
 * The only error that crosses a boundary: the server throws it, the wire carries it as `{success:
 * false, error, reason}`, and the client's `call()` throws it again (rule: error text). `message`
 * is a sentence for the user; `cause` is for the log and never leaves the server.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly reason: Reason;
  /** Id of the failed request, for a person to report. */
  readonly requestId?: string;
  /** Seconds to wait before a retry makes sense. */
  readonly retryAfter?: number;
  /**
   * Further data for the screen, such as the names of missing variables. Never other people's
   * personal data.
   */
  readonly details?: Record<string, unknown>;

  constructor(
    reason: Reason,
    message: string,
    more: {
      cause?: unknown;
      requestId?: string;
      retryAfter?: number;
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.reason = reason;
    if (more.requestId !== undefined) this.requestId = more.requestId;
    if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    if (more.details !== undefined) this.details = more.details;
  }

  get status(): number {
    return statusOf(this.reason);
  }
}
