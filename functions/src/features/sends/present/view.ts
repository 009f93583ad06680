import { inOneEmailWithRow } from "@sendwright/core/check/skipReasons";
import type { Counts, RowResult, Send, SendAnswer } from "@sendwright/core/contract/sends";
import { pluralize } from "@sendwright/core/pluralize";
import { countsSentence, isAllSent } from "@sendwright/core/sends/counts";
import { chargeDocuments, chargeQuestion } from "../../../http/rateLimit.ts";
import { countRows } from "../../../store/sends/apply.ts";
import { readCursor, writeCursor } from "../../../store/sends/changes.ts";
import { correctingSends } from "../../../store/sends/corrections.ts";
import {
  isActive,
  isJoined,
  readHeadings,
  recipientsOf,
  type SendHeading,
  type StoredSend,
} from "../../../store/sends/read.ts";
import { changedRows, readUnsentRows, type TimedRow } from "../../../store/sends/rows.ts";
import { ownFilesOf } from "../../../store/sends/schemas.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import { stopOf } from "../../../store/stops.ts";

/** What the page shows of a send besides its document. */
interface SendContext {
  /** Null if its data has been deleted. */
  heading: SendHeading | null;
  /** The pace. */
  rate: number;
  /** Why an operator has stopped sending, if they have and said so. */
  stopNote: string;
}

/** The contract has the same names as the store, with underscores: `list_name` for `listName`. */
const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A send as the page sees it, field by field. */
export function presentSend(send: StoredSend, { heading, rate, stopNote }: SendContext): Send {
  const isStopped = send.pauseReason === "stopped";
  const { title = null, subject = null, firstPerson, ...details } = heading ?? {};
  return {
    id: send.key,
    kind: send.kind,
    state: send.state,
    pause_reason: send.pauseReason,
    ...(isStopped && stopNote !== "" && { pause_note: stopNote }),
    // When the sweep looks whether the stop is over says nothing about its end.
    resumes_at: isStopped ? null : iso(send.resumesAt),
    counts: send.counts,
    cancelled: Math.max(0, send.counts.skipped - send.leftOut - send.suppressed),
    title,
    subject,
    ...Object.fromEntries(Object.entries(details).map(([name, text]) => [wireName(name), text])),
    // Perhaps the one whom the worker skipped.
    ...(firstPerson !== undefined && send.suppressed === 0 && { first_person: firstPerson }),
    created_at: new Date(send.createdAt).toISOString(),
    starts_at: new Date(send.startsAt).toISOString(),
    held_until: send.state === "scheduled" ? iso(send.heldUntil) : null,
    started_at: iso(send.startedAt),
    ended_at: iso(send.endedAt),
    next_at: isActive(send) && send.worker === null ? iso(nextSliceOf(send)) : null,
    deletes_at: iso(send.deletesAt),
    rate: rate / Math.max(1, recipientsOf(send, 1_000) / 1_000),
    ...(isJoined(send) && { list_rows: send.lastRow }),
    rows_over_limit: send.rowsOverLimit,
    corrects: send.corrects?.send ?? null,
    ...(send.replacedBy && { replaced_by: send.replacedBy }),
  };
}

/** The other sends that reached people of a send that is over, or are to reach them. */
export async function presentCorrected(send: StoredSend): Promise<NonNullable<Send["corrected"]>> {
  if (
    send.endedAt === null ||
    send.dataDeleted ||
    send.replacedBy ||
    send.counts.failed + send.counts.skipped === 0
  )
    return [];
  const onRead = (documents: number) => chargeQuestion(send.owner, documents);
  const unsent = await readUnsentRows(send, onRead);
  const corrections = await correctingSends(send, unsent, onRead);
  return corrections.map(({ send: { key, createdAt }, rows }) => ({
    id: key,
    created_at: new Date(createdAt).toISOString(),
    rows,
  }));
}

/** As `presentSend`, for one user's sends, whose headings are read unless they are `known`. */
export async function presentSends(
  sends: StoredSend[],
  rate: number,
  known?: ReadonlyMap<string, SendHeading>,
): Promise<Send[]> {
  const [headings, stopNote] = await Promise.all([
    known ?? readHeadings(sends),
    stopNoteFor(sends),
  ]);
  return sends.map((send) =>
    presentSend(send, { heading: headings.get(send.id) ?? null, rate, stopNote }),
  );
}

/**
 * Why an operator has stopped one user's sends, in their words; "" if none of these waits for it.
 */
export async function stopNoteFor(sends: readonly StoredSend[]): Promise<string> {
  const stopped = sends.find(({ pauseReason }) => pauseReason === "stopped");
  return stopped ? ((await stopOf(stopped.owner))?.reason ?? "") : "";
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** The rows of a send's list, and the state that following them needs. */
export interface FollowedRows {
  results: RowResult[];
  cursor: string;
  /**
   * The counts of this moment: while a worker is at it, those in the send are of the last slice's
   * end.
   */
  counts: Counts;
}

/**
 * The rows of a send, or those that changed since a cursor, and the cursor for the next call. The
 * rows above the limit are one counted line.
 */
export async function presentRows(send: StoredSend, after: string | null): Promise<FollowedRows> {
  const { rows, cursor, counts } = await changedRows(
    send,
    after === null ? null : readCursor(after),
  );
  const results = rows.flatMap(presentEmail).sort((a, b) => a.row - b.row);
  if (after === null) results.push(...linesOverLimit(send));
  return { results, cursor: writeCursor(cursor), counts };
}

/** All rows of a send; for one that changes meanwhile, as read last. */
export async function presentAllRows(send: StoredSend): Promise<FollowedRows> {
  const all = new Map<number, RowResult>();
  for (let after: string | null = null; ; ) {
    const { results, cursor, counts } = await presentRows(send, after);
    for (const result of results) all.set(result.row, result);
    if (readCursor(cursor).next === null)
      return { results: [...all.values()].sort((a, b) => a.row - b.row), cursor, counts };
    after = cursor;
  }
}

/** A row as the results table shows it, as if its email were for no other. */
export function presentRow(row: TimedRow): RowResult {
  const { n, line, to, person, cc, bcc, state, reason, cancelled, writtenAt } = row;
  const isTried = state === "sent" || state === "failed" || state === "warning";
  const files = ownFilesOf(row, n);
  return {
    row: n,
    line,
    recipient: to,
    ...(person !== undefined && { name: person }),
    ...(cc !== undefined && { cc }),
    ...(bcc !== undefined && { bcc }),
    ...(files && { files: files.map(({ filename }) => filename) }),
    status: state,
    reason,
    ...(isTried && { at: new Date(writtenAt).toISOString() }),
    ...(state === "skipped" && cancelled && { cancelled }),
  };
}

/** Every row of the list that an email is for: a further row has its email's status. */
function presentEmail(row: TimedRow): RowResult[] {
  const leading = presentRow(row);
  const { name: _, files: __, ...email } = leading;
  const further = (row.further ?? []).map(({ n, line, person }): RowResult => {
    const files = ownFilesOf(row, n);
    return {
      ...email,
      row: n,
      line,
      ...(person !== undefined && { name: person }),
      ...(files && { files: files.map(({ filename }) => filename) }),
      joined_to: leading.row,
      reason: inOneEmailWithRow(leading.row, leading.reason),
    };
  });
  return [leading, ...further];
}

function linesOverLimit({ lastRow, rowsOverLimit, dataDeleted }: StoredSend): RowResult[] {
  if (rowsOverLimit === 0 || dataDeleted) return [];
  const reason = `${pluralize(rowsOverLimit, "row")} above the limit skipped.`;
  return [{ row: lastRow + 1, line: null, recipient: "", status: "skipped", reason }];
}

/** A send, its data not deleted yet, with the counts of its rows at this moment. */
export async function withCounts(send: StoredSend): Promise<StoredSend> {
  const found = await countRows(send.id);
  if (!found) return send;
  const { counts, suppressed } = found;
  return { ...found.send, counts, suppressed };
}

/**
 * What `/api/send` and `/api/send-bulk` answer for a send. It has begun, so reading its rows is
 * charged, never refused.
 */
export async function presentAnswer(found: StoredSend, rate: number): Promise<SendAnswer> {
  chargeDocuments(found.owner, found.counts.total);
  const { counts: current, ...rows } = await presentAllRows(found);
  const send = { ...found, counts: current };
  const [shown] = await presentSends([send], rate);
  if (!shown) throw new Error("One send was presented, and none came back.");
  const message = messageOf(shown);
  const answer = { message, send_id: send.key, send: shown, ...rows };
  const { counts } = send;
  if (send.endedAt === null) return { success: counts.failed + counts.warning === 0, ...answer };
  if (isAllSent(shown)) return { success: true, ...answer };
  return {
    success: false,
    reason: counts.sent > 0 ? "partially_sent" : "send_failed",
    error: message,
    ...answer,
  };
}

/** A send's counts in a sentence: "11 sent, 1 skipped." */
function messageOf(send: Send): string {
  const sentence = countsSentence(send);
  return send.state === "paused" ? `Paused. ${sentence}` : sentence;
}
