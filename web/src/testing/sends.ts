import type { Send } from "@sendwright/functions/contract";

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
