import type { RowResult } from "@sendwright/core/contract";
import { afterEnd } from "@sendwright/core/recipients/afterEnd";
import { type Draft, type Frozen, read } from "../shared/stored.ts";

/** The draft after the end of a send, or null if nothing changes. Keeps everything written since the click on Send. */
export async function draftAfterEnd(
  frozen: Frozen | null,
  results: readonly RowResult[],
  uid: string,
): Promise<Draft | null> {
  const draft = await read("draft");
  if (draft?.uid !== uid || frozen === null) return null;
  const { isReached, unknown } = afterEnd(results, draft.unknown);
  const recipients = draft.recipients.filter((one) => !isReached(one));
  const isAllDone = recipients.length === 0 && unknown.length === 0;
  const takenOut = draft.takenOut.filter((one) => !isReached(one));
  return { ...draft, ...(isAllDone && withoutSent(draft, frozen)), recipients, takenOut, unknown, by: "worker" };
}

/** The parts of the draft that were not sent, apart from the recipients. */
function withoutSent(draft: Draft, frozen: Frozen): Partial<Draft> {
  const sent = new Map(frozen.values);
  return {
    values: draft.values.filter(([name, value]) => sent.get(name) !== value.trim()),
    unfinished: [],
    subject: draft.subject === frozen.subject ? "" : draft.subject,
    body: draft.body === frozen.body ? "" : draft.body,
    isPreviewed: false,
  };
}
