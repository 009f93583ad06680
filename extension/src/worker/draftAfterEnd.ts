import type { RowResult } from "@sendwright/core/contract";
import { afterEnd } from "@sendwright/core/recipients/afterEnd";
import { type Draft, read, type Submitted } from "../shared/stored.ts";

/** The draft after the end of a send, or null if nothing changes. Keeps everything written since the click on Send. */
export async function draftAfterEnd(
  submitted: Submitted | null,
  results: readonly RowResult[],
  uid: string,
): Promise<Draft | null> {
  const draft = await read("draft");
  if (draft?.uid !== uid || submitted === null) return null;
  const { isReached, unknown } = afterEnd(results, draft.unknown);
  const recipients = draft.recipients.filter((one) => !isReached(one));
  const isAllDone = recipients.length === 0 && unknown.length === 0;
  const takenOut = draft.takenOut.filter((one) => !isReached(one));
  return { ...draft, ...(isAllDone && withoutSent(draft, submitted)), recipients, takenOut, unknown, by: "worker" };
}

/** The parts of the draft that were not sent, apart from the recipients. */
function withoutSent(draft: Draft, submitted: Submitted): Partial<Draft> {
  const sent = new Map(submitted.values);
  return {
    values: draft.values.filter(([name, value]) => sent.get(name) !== value.trim()),
    unfinished: [],
    subject: draft.subject === submitted.subject ? "" : draft.subject,
    body: draft.body === submitted.body ? "" : draft.body,
    isPreviewed: false,
  };
}
