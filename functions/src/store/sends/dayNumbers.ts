import { DAY } from "@sendwright/core/dates/units";
import { sendsCollection } from "./documents.ts";
import { emailsToGo, numberOf } from "./operatorView.ts";
import { OPEN_STATES } from "./read.ts";

const KINDS = ["direct", "csv", "manual", "test"] as const;
const ENDS = ["sent", "failed", "warning", "skipped"] as const;

/** The numbers of the sends that began in the last 24 hours, and of all that are open now. */
export interface DayNumbers {
  sends: Record<(typeof KINDS)[number], number>;
  users: number;
  emails: Record<(typeof ENDS)[number] | "left", number>;
  open: Record<string, number>;
  /** Whether there are more than were read. */
  isCut: boolean;
}

/** Reads each send of the last 24 hours, at most `limit`. */
export async function numbersOfDay(now: number, limit: number): Promise<DayNumbers> {
  const sends = { direct: 0, csv: 0, manual: 0, test: 0 };
  const emails = { sent: 0, failed: 0, warning: 0, skipped: 0, left: 0 };
  const users = new Set<unknown>();
  let read = 0;
  // One more shows that there are more.
  for await (const send of begunSince(now - DAY, limit + 1)) {
    read += 1;
    if (read > limit) break;
    const kind = KINDS.find((one) => one === send.get("kind"));
    if (kind) sends[kind] += 1;
    users.add(send.get("owner"));
    for (const end of ENDS) emails[end] += numberOf(send, `counts.${end}`);
    emails.left += emailsToGo(send);
  }
  const open = Object.fromEntries(
    await Promise.all(
      OPEN_STATES.map(async (state) => {
        const found = await sendsCollection().where("state", "==", state).count().get();
        return [state, found.data().count];
      }),
    ),
  );
  return { sends, users: users.size, emails, open, isCut: read > limit };
}

const PER_READ = 1_000;

/** The sends that began since a time, as stored, page by page: at most `limit`. */
async function* begunSince(time: number, limit: number) {
  const begun = sendsCollection()
    .withConverter(null)
    .where("createdAt", ">=", time)
    .orderBy("createdAt")
    .select("owner", "kind", "counts", "createdAt");
  let left = limit;
  let page = begun;
  while (left > 0) {
    const { docs } = await page.limit(Math.min(left, PER_READ)).get();
    yield* docs;
    const last = docs.at(-1);
    if (!last) return;
    left -= docs.length;
    page = begun.startAfter(last);
  }
}
