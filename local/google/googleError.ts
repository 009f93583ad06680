/** Google's name for each HTTP status (google.rpc.Code). */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  412: "FAILED_PRECONDITION",
  413: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const USAGE_REASON = /^(dailyLimit|quota|rateLimit|userRateLimit|concurrentLimit)Exceeded$/;

/** Further fields of some of Google's refusals. */
interface Extras {
  errors?: Record<string, string>;
  details?: Record<string, unknown>[];
  headers?: Record<string, string>;
}

/** A refusal of one of Google's JSON APIs; the error writer turns it into Google's own body. */
export class GoogleError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly headers: Record<string, string>;
  readonly body: object;

  constructor(
    status: number,
    reason: string,
    message: string,
    { errors, details, headers = {} }: Extras = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
    const domain = USAGE_REASON.test(reason) ? "usageLimits" : "global";
    this.body = {
      error: {
        code: status,
        message,
        errors: [{ message, domain, reason, ...errors }],
        status: STATUS_NAMES[status] ?? "UNKNOWN",
        ...(details && { details }),
      },
    };
  }
}

/** A refusal of the OAuth endpoints, whose body is `{error, error_description}`. */
export class OAuthError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { error: string; error_description: string };

  constructor(
    status: number,
    error: string,
    description: string,
    headers: Record<string, string> = {},
  ) {
    super(description);
    this.status = status;
    this.headers = headers;
    this.body = { error, error_description: description };
  }
}
