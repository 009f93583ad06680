import type { RowResult, RowStatus, Send, SendAnswer } from "@sendwright/core/contract";

/** A send as the server gives it, ended and well; `parts` overrides. */
export function aSend(parts: Partial<Send> = {}): Send {
  return {
    id: "send-0001",
    kind: "csv",
    state: "done",
    pause_reason: null,
    resumes_at: null,
    counts: { total: 2, queued: 0, sending: 0, sent: 2, failed: 0, skipped: 0, warning: 0 },
    cancelled: 0,
    title: "Invitation",
    created_at: "2026-11-20T10:12:00.000Z",
    starts_at: "2026-11-20T10:12:00.000Z",
    started_at: "2026-11-20T10:12:00.000Z",
    ended_at: "2026-11-20T10:12:05.000Z",
    next_at: null,
    deletes_at: "2026-11-21T10:12:05.000Z",
    rate: 60,
    rows_over_limit: 0,
    ...parts,
  };
}

/**
 * The answer to a call to send with these row statuses; a row without a final status makes it a
 * send in progress. A Direct Send unless `more` says otherwise.
 */
export function aSendAnswer(
  id: string,
  rows: Record<string, RowStatus>,
  more: Partial<Send> = {},
): SendAnswer {
  const results: RowResult[] = Object.entries(rows).map(([recipient, status], index) => ({
    row: index + 1,
    line: more.kind === "csv" ? index + 2 : null,
    recipient,
    status,
    reason: status === "sent" ? "" : `Reason of ${recipient}`,
  }));
  const counts = {
    total: results.length,
    queued: 0,
    sending: 0,
    sent: 0,
    failed: 0,
    skipped: 0,
    warning: 0,
  };
  for (const { status } of results) counts[status] += 1;
  const isOver = counts.queued + counts.sending === 0;
  const running = isOver ? {} : ({ state: "running", ended_at: null, deletes_at: null } as const);
  const send = aSend({ id, kind: "direct", counts, ...running, ...more });
  const success = !isOver || counts.sent === counts.total;
  return { success, message: `${counts.sent} sent.`, send_id: id, send, results };
}

/** The email of one row, as the server gives it. */
export function mailTo(recipient: string, copies: { cc?: string } = {}) {
  return {
    success: true,
    recipient,
    ...copies,
    rendered_subject: "Hello",
    rendered_body_html: "<p>Hello</p>",
    rendered_text: "Hello",
    variables: {},
    mail: {
      template_id: "t1",
      subject: "Hello",
      body: "<p>Hello</p>",
      dateFormat: "iso",
      timeFormat: "24hr",
      files: [],
    },
  };
}
