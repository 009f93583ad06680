import type { Send } from "@sendwright/functions/contract";
import { meantOf } from "@sendwright/functions/core";

/**
 * The latest send of the same mail to several people that was begun after this one, that somebody gets, and of which
 * nobody knows whom of this one it corrects; null for none.
 */
export function sentSince({ id, title, created_at }: Send, sends: readonly Send[]): Send | null {
  const isSame = (other: Send) =>
    other.id !== id && other.corrects !== id && other.title === title && other.created_at > created_at;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since = title === null ? [] : sends.filter((one) => isSame(one) && isForMany(one) && meantOf(one) > 0);
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}
