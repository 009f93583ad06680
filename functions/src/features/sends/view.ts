import type { RowResult, Send, SendAnswer } from "../../contract/sends.ts";
import { isActive, type Job, readTitles } from "../../store/sendsJobs.ts";
import { changedRows } from "../../store/sendsRows.ts";
import { countRows } from "../../store/sendsSettle.ts";
import type { RowDoc } from "../../store/sendsShape.ts";

/** Rows given at once. */
const PAGE = 1_000;

/** Takes a send, its title and the pace; gives it as the page sees it, field by field. */
export function presentSend(job: Job, title: string | null, rate: number): Send {
  return {
    id: job.key,
    kind: job.kind,
    state: job.state,
    pause_reason: job.pauseReason,
    resumes_at: iso(job.resumesAt),
    counts: job.counts,
    title,
    created_at: new Date(job.createdAt).toISOString(),
    starts_at: new Date(job.startsAt).toISOString(),
    started_at: iso(job.startedAt),
    ended_at: iso(job.endedAt),
    deletes_at: iso(job.deletesAt),
    rate,
    rows_over_limit: job.rowsOverLimit,
  };
}

/** As `presentSend`, for sends whose titles have to be read. */
export async function presentSends(jobs: Job[], rate: number): Promise<Send[]> {
  const titles = await readTitles(jobs.filter(({ dataDeleted }) => !dataDeleted).map(({ id }) => id));
  return jobs.map((job) => presentSend(job, titles.get(job.id) ?? null, rate));
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/**
 * Takes a send and a cursor; gives its rows, or those that changed since, and the cursor for the next call. The rows above
 * the limit are one counted line.
 */
export async function presentRows(job: Job, after: string | null): Promise<{ results: RowResult[]; cursor: string }> {
  const { rows, cursor } = await changedRows(job.id, after, PAGE);
  const results = rows.map(presentRow).sort((a, b) => a.row - b.row);
  if (after === null) results.push(...linesOverLimit(job));
  return { results, cursor };
}

/** Takes a send; gives all its rows, each as it was read last: one that changes while the others are read comes twice. */
export async function presentAllRows(job: Job): Promise<RowResult[]> {
  const all = new Map<number, RowResult>();
  let after: string | null = null;
  for (;;) {
    const { results, cursor } = await presentRows(job, after);
    for (const result of results) all.set(result.row, result);
    if (results.length < PAGE) return [...all.values()].sort((a, b) => a.row - b.row);
    after = cursor;
  }
}

function presentRow({ n, line, to, state, reason }: RowDoc): RowResult {
  return { row: n, line, recipient: to, status: state === "claimed" ? "sending" : state, reason };
}

function linesOverLimit({ counts, rowsOverLimit, dataDeleted }: Job): RowResult[] {
  if (rowsOverLimit === 0 || dataDeleted) return [];
  const rows = `${rowsOverLimit.toLocaleString("en-US")} ${rowsOverLimit === 1 ? "row" : "rows"}`;
  const reason = `${rows} above the limit of ${counts.total.toLocaleString("en-US")} left out.`;
  return [{ row: counts.total + 1, line: null, recipient: "", status: "skipped", reason }];
}

/** Takes a send; gives it with the counts of this moment: while a worker is at it, those of the last slice's end are old. */
export async function asItIs(job: Job): Promise<Job> {
  return isActive(job) ? counted(job) : job;
}

/** Takes a send whose data is there; gives it with the counts of its rows at this moment. */
export async function counted(job: Job): Promise<Job> {
  const found = await countRows(job.id);
  return found ? { ...found.job, counts: found.counts } : job;
}

/** Takes a send; gives what `/api/send` and `/api/send-bulk` answer. */
export async function presentAnswer(found: Job, rate: number): Promise<SendAnswer> {
  const job = await asItIs(found);
  const [shown] = await presentSends([job], rate);
  if (!shown) throw new Error("One send was presented, and none came back.");
  const message = messageOf(job);
  const answer = { message, send_id: job.key, send: shown, results: await presentAllRows(job) };
  const { counts } = job;
  if (job.endedAt === null) return { success: counts.failed + counts.warning === 0, ...answer };
  if (counts.sent === counts.total && job.rowsOverLimit === 0) return { success: true, ...answer };
  return { success: false, reason: counts.sent > 0 ? "partially_sent" : "send_failed", error: message, ...answer };
}

/** Takes a send; gives its counts in a sentence: "11 sent, 1 skipped." */
export function messageOf(job: Job): string {
  const { sent, failed, skipped, warning, queued, sending } = job.counts;
  const left = queued + sending;
  const parts: [number, string][] = [
    [sent, "sent"],
    [failed, "failed"],
    [skipped + job.rowsOverLimit, "skipped"],
    [warning, "unknown"],
    [left, job.state === "scheduled" ? "scheduled" : "to go"],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n.toLocaleString("en-US")} ${word}`);
  const sentence = `${said.join(", ") || "Nothing to send"}.`;
  return job.state === "paused" ? `Paused. ${sentence}` : sentence;
}
