import { createHash } from "node:crypto";
import { HOUR } from "@sendwright/core/dates/units";
import { countsUntil } from "@sendwright/core/hours/countsUntil";
import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { wasThere } from "./conditional.ts";
import { readBy } from "./documentSchema.ts";
import { FRESH, readSender, senders } from "./senders.ts";

/** Emails per hour that a deleted account sent in its last day: Google still counts them. */
const keptCount = z.object({ hours: z.record(z.string(), z.number()), expireAt: z.instanceof(Timestamp) });
const asKeptCount = readBy(keptCount);

/** Under a hash of the Google account's id (`sub`): nothing else about the person is kept. */
function keptCountOf(sub: string) {
  const name = createHash("sha256").update(`count ${sub}`).digest("base64url");
  return firestore().collection("keptCounts").doc(name).withConverter(asKeptCount);
}

/** Keeps the daily count of a Google account whose account here is deleted, for as long as it counts. */
export async function keepCount(uid: string, sub: string, now: number): Promise<void> {
  const counted = Object.entries((await readSender(uid))?.hours ?? {}).filter(
    ([hour, n]) => n > 0 && until(hour) > now,
  );
  if (counted.length === 0) return;
  const expireAt = Timestamp.fromMillis(Math.max(...counted.map(([hour]) => until(hour))));
  await keptCountOf(sub).set({ hours: Object.fromEntries(counted), expireAt });
}

/** How much a Google account sent in its last day under an account that was deleted. */
export async function readKeptCount(sub: string): Promise<Record<string, number>> {
  return (await keptCountOf(sub).get()).data()?.hours ?? {};
}

/** Copies to a new user the counts of the same Google account's earlier, deleted account. */
export async function bringBackCount(uid: string, sub: string): Promise<void> {
  const hours = await readKeptCount(sub);
  if (Object.keys(hours).length === 0) return;
  await senders()
    .doc(uid)
    .create({ ...FRESH, hours })
    .catch((cause: unknown) => {
      if (!wasThere(cause)) throw cause;
    });
}

function until(hour: string): number {
  return countsUntil(Number(hour) * HOUR);
}
