/**
 * Every machine-readable `reason` and its HTTP status (rule: error text). Status 0 marks reasons
 * that only a client can notice.
 */
export const REASONS = {
  // The request itself
  invalid_input: 400,
  invalid_json: 400,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /**
   * The request has a field that the call no longer accepts, or doesn't accept yet: its page is of
   * another version.
   */
  page_outdated: 409,
  upload_broken: 400,
  rate_limited: 429,
  /** The account has used up what it may cost in a day (decision 27). */
  daily_budget: 429,
  internal_server_error: 500,
  /** Stored data can't be read: a server fault that affects nothing else. */
  unreadable: 500,
  service_unavailable: 503,
  gateway_timeout: 504,

  // Session
  token_expired: 401,
  token_invalid: 401,
  forbidden: 403,
  /** Sending needs a sign-in within the last 30 days. */
  session_too_old: 403,

  // Sign-in and linking (the landing page's table)
  google_redirect_uri_mismatch: 400,
  google_oauth_error: 400,
  google_invalid_grant: 400,
  google_invalid_request: 400,
  google_deleted_client: 400,
  missing_id_token: 400,
  missing_refresh_token: 400,
  missing_gmail_scope: 403,
  auth_verification_failed: 401,
  encryption_failed: 500,
  config_missing: 500,
  token_store_or_firebase_signin_failed: 500,

  // Templates
  template_limit_reached: 409,
  template_changed: 409,
  too_many_variables: 400,
  table_too_large: 400,
  attachment_limit: 400,
  attachment_kind_refused: 400,

  // Sending
  missing_variables: 400,
  invalid_values: 400,
  values_too_long: 400,
  subject_too_long: 400,
  /** With its values, the subject is blank, or a body that has text in its template shows none. */
  blank_email: 400,
  recipients_required: 400,
  invalid_recipient: 400,
  too_many_recipients: 400,
  csv_with_composed_mail: 400,
  csv_unreadable: 400,
  csv_too_large: 413,
  too_many_columns: 400,
  too_many_lines: 400,
  csv_no_rows: 400,
  recipient_column_missing: 400,
  idempotency_conflict: 409,
  wrong_state: 409,
  /**
   * Someone in the send already received the email from another send. `received` lists the rows and
   * how we know.
   */
  already_received: 409,
  too_many_open_sends: 409,
  /** The send has begun to go out; `send` is its current state. */
  too_late_to_undo: 409,
  /** The send that this one was to replace isn't scheduled any more. Nothing of this one was sent. */
  too_late_to_edit: 409,
  too_much_kept: 409,
  /**
   * Files of rows aren't on the server (any more). `files` lists their hashes, `rows` the rows whose
   * earlier send is gone.
   */
  files_missing: 409,
  /** The list of people you don't email would have too many entries. */
  too_many_suppressions: 409,
  reconnect_required: 409,
  /** Some got the email and some didn't: status 200, because the request itself succeeded. */
  partially_sent: 200,
  /** No one got the email: status 200, with results that say why. */
  send_failed: 200,

  // Only a client notices these
  offline: 0,
  no_answer: 0,
  bad_answer: 0,
  config_error: 0,
  gis_init_error: 0,
  gis_error: 0,
  session_expired: 0,
  session_expired_refresh_failed: 0,
  auth_failed: 0,
  auth_invalid: 0,
  logout_failed: 0,
  signin_error: 0,
} as const satisfies Record<string, number>;

export type Reason = keyof typeof REASONS;

export function isReason(text: unknown): text is Reason {
  return typeof text === "string" && Object.hasOwn(REASONS, text);
}

export function statusOf(reason: Reason): number {
  return REASONS[reason];
}

/**
 * The reason for an answer that isn't our JSON (the platform's HTML pages, a proxy, a timeout), by
 * its status.
 */
export function reasonOfStatus(status: number): Reason {
  if (status === 401) return "token_invalid";
  if (status === 403) return "forbidden";
  // Only our own JSON can say that something is missing: a proxy's 404 knows nothing about our
  // sends.
  if (status === 404) return "bad_answer";
  if (status === 405) return "method_not_allowed";
  if (status === 413) return "payload_too_large";
  if (status === 415) return "unsupported_media_type";
  if (status === 429) return "rate_limited";
  if (status === 502 || status === 503) return "service_unavailable";
  if (status === 504 || status === 408) return "gateway_timeout";
  if (status >= 500) return "internal_server_error";
  if (status >= 400) return "invalid_input";
  return "bad_answer";
}
