import type { Send } from "../contract/sends.ts";
import { isOpen } from "./counts.ts";

type FoundSend = Pick<Send, "id" | "title" | "kind" | "created_at" | "state" | "counts">;

/** Whether someone has an email of a send, may have it, or is about to get it. */
function mayHaveReached(send: FoundSend): boolean {
  return send.counts.sent + send.counts.warning > 0 || isOpen(send);
}

/**
 * The latest of these sends (newest first) that is of the same email, later than a send and to
 * several people, and may have reached someone who can't be matched to that send; null for none. A
 * hint: it looks for the same title, in the sends that are known.
 */
export function sentSince<Found extends FoundSend>(
  { title, created_at, corrected = [] }: Pick<Send, "title" | "created_at" | "corrected">,
  sends: readonly Found[],
): Found | null {
  if (title === null) return null;
  const matched = new Map(corrected.map(({ id, rows }) => [id, rows.length]));
  const since = sends.find(
    (other) =>
      other.title === title &&
      other.created_at > created_at &&
      (other.kind === "csv" || other.kind === "manual") &&
      mayHaveReached(other) &&
      other.counts.total > (matched.get(other.id) ?? 0),
  );
  return since ?? null;
}
