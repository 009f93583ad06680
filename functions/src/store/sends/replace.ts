import { AppError } from "@sendwright/core/contract/appError";
import type { WriteBatch } from "firebase-admin/firestore";
import { sendDocId, sendRef } from "./documents.ts";
import { readSend, type StoredSend } from "./read.ts";
import type { SendDoc } from "./schemas.ts";
import { next } from "./sendState.ts";

const NOTHING = "Nothing of this one was sent.";

/**
 * The owner's send (by its key) whose place another is to take. Throws `too_late_to_edit` if there
 * is none, or if it isn't scheduled any more.
 */
export async function requireReplaceable(owner: string, key: string): Promise<StoredSend> {
  const send = await readSend(sendDocId(owner, key));
  const isGone = send?.hidden === true && send.startedAt === null;
  if (!send || send.state === "preparing" || isGone)
    throw new AppError(
      "too_late_to_edit",
      `The send that you're editing no longer exists. ${NOTHING}`,
    );
  if (send.state !== "scheduled" || send.hidden)
    throw new AppError("too_late_to_edit", tooLate(send));
  return send;
}

function tooLate({ state, startedAt, replacedBy }: StoredSend): string {
  const what =
    replacedBy !== undefined
      ? "has already been edited elsewhere"
      : state === "cancelled" && startedAt === null
        ? "has been canceled"
        : state === "paused" && startedAt === null
          ? "has been paused"
          : "has already begun";
  return `The send that you're editing ${what}. ${NOTHING}`;
}

/**
 * Adds to the commit in which a send begins the end of the one whose place it takes. The commit
 * fails if that one has changed since. Throws as `requireReplaceable`.
 */
export async function replaceIn(
  batch: WriteBatch,
  { owner, key }: Pick<SendDoc, "owner" | "key">,
  replaces: string,
  now: number,
): Promise<void> {
  const earlier = await requireReplaceable(owner, replaces);
  const replaced = next(earlier, { kind: "replaced", by: key }, "user", now);
  if (replaced.kind !== "write") throw new Error("A scheduled send could not be replaced.");
  batch.update(sendRef(earlier.id), replaced.patch, { lastUpdateTime: earlier.updateTime });
}
