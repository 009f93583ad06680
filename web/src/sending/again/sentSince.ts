import type { Send } from "@sendwright/core/contract";
import { meantOf } from "@sendwright/core/sends/counts";

/**
 * The latest send of the same mail to several people that was begun after this one, and that somebody gets of whom
 * nobody knows whether they are of this one; null for none.
 */
export function sentSince({ id, title, created_at, corrected = [] }: Send, sends: readonly Send[]): Send | null {
  const known = new Map(corrected.map((one) => [one.id, one.rows.length]));
  const isKnown = (other: Send) => other.counts.total <= (known.get(other.id) ?? 0);
  const isSame = (other: Send) =>
    other.id !== id && !isKnown(other) && other.title === title && other.created_at > created_at;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since = title === null ? [] : sends.filter((one) => isSame(one) && isForMany(one) && meantOf(one) > 0);
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}
