import { untilUndisturbed } from "../changeDocument.ts";
import { sendRef } from "./documents.ts";
import type { Actor, SendEvent } from "./events.ts";
import { readSend, type StoredSend } from "./read.ts";
import { next } from "./sendState.ts";

/** A send after something happened to it: null when there is none; `refused` says why nothing could be changed. */
export interface Applied {
  send: StoredSend | null;
  refused: string | null;
}

/** What happens to a send; a function where that depends on the send, null for nothing. */
type Happens = SendEvent | ((send: StoredSend) => SendEvent | null);

/**
 * Every change of a send: reads it, or takes it as the caller has just read it, and writes what `sendState.ts` makes
 * of the event, on the condition that nobody has changed it meanwhile; starts over when somebody has.
 */
export function apply(send: string | StoredSend, happens: Happens, actor: Actor, now: number): Promise<Applied> {
  let known = typeof send === "string" ? null : send;
  const id = typeof send === "string" ? send : send.id;
  return untilUndisturbed(async () => {
    const send = known ?? (await readSend(id));
    known = null;
    const event = send && (typeof happens === "function" ? happens(send) : happens);
    return event ? applyTo(send, event, actor, now) : { send, refused: null };
  });
}

/** As `apply`, for a send as read: throws when somebody has changed it since. */
export async function applyTo(send: StoredSend, event: SendEvent, actor: Actor, now: number): Promise<Applied> {
  const result = next(send, event, actor, now);
  if (result.kind !== "write") return { send, refused: result.kind === "refused" ? result.because : null };
  const { writeTime } = await sendRef(send.id).update(result.patch, { lastUpdateTime: send.updateTime });
  return { send: { ...send, ...result.patch, updateTime: writeTime }, refused: null };
}
