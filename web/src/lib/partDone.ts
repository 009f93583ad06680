import type { Counts } from "@sendwright/functions/contract";

/** Takes counts; gives the part of the rows that have ended, from 0 to 1. */
export function partDone({ total, queued, sending }: Counts): number {
  return total === 0 ? 1 : (total - queued - sending) / total;
}
