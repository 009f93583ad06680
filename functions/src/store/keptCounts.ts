import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { wasThere } from "./changeDocument.ts";
import { readBy } from "./documentSchema.ts";
import { hashOfAccount } from "./hashOfAccount.ts";
import { FRESH, senders } from "./senders.ts";
import { fullAt, type Level, level, ROWS } from "./spending.ts";

/**
 * What still counts of a deleted account: its emails per hour, because Google counts them, and what is left of its
 * day's rows, so that deleting it starts nothing over. Older documents have no `rows`.
 */
const keptCount = z.object({
  hours: z.record(z.string(), z.number()),
  rows: level.optional(),
  expireAt: z.instanceof(Timestamp),
});
const asKeptCount = readBy(keptCount);

type Counts = Pick<z.infer<typeof keptCount>, "hours" | "rows">;

/** Under a hash of the Google account's id (`sub`): nothing else about the person is kept. */
function keptCountOf(sub: string) {
  return firestore().collection("keptCounts").doc(hashOfAccount("count", sub)).withConverter(asKeptCount);
}

/** Keeps what still counts until a time (milliseconds). A repeated deletion finds less, and forgets nothing. */
export async function keepCounts(sub: string, { hours, rows }: Counts, until: number): Promise<void> {
  const before = (await keptCountOf(sub).get()).data();
  const last = rows ?? before?.rows;
  await keptCountOf(sub).set({
    hours: { ...before?.hours, ...hours },
    ...(last && { rows: last }),
    expireAt: Timestamp.fromMillis(Math.max(until, before?.expireAt.toMillis() ?? 0)),
  });
}

/** How many emails a Google account sent in each hour of its last day under an account that was deleted. */
export async function readKeptHours(sub: string): Promise<Record<string, number>> {
  return (await keptCountOf(sub).get()).data()?.hours ?? {};
}

/**
 * Gives a user, before their first send, the counts of the same Google account's earlier, deleted account: its emails
 * per hour. Returns what was left of its day's rows. A slice that finds no emails per hour would begin at 0.
 */
export async function bringBackCounts(uid: string, sub: string): Promise<Level | undefined> {
  const { hours = {}, rows } = (await keptCountOf(sub).get()).data() ?? {};
  if (Object.keys(hours).length === 0) return rows;
  await senders()
    .doc(uid)
    .create({ ...FRESH, hours })
    .catch((cause: unknown) => {
      if (!wasThere(cause)) throw cause;
    });
  return rows;
}

/** Until when a level of rows counts (milliseconds). */
export function rowsCountUntil(rows: Level): number {
  return fullAt(ROWS, rows);
}
