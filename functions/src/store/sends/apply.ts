import { untilUndisturbed } from "../changeDocument.ts";
import { sendRef } from "./documents.ts";
import type { Actor, SendEvent } from "./events.ts";
import { readSend, type StoredSend } from "./read.ts";
import { next } from "./sendState.ts";

/** A send after an event: null if it doesn't exist; `refused` says why it couldn't change. */
export interface Applied {
  send: StoredSend | null;
  refused: string | null;
}

/** An event, or a function that derives it from the send, null for none. */
type Happens = SendEvent | ((send: StoredSend) => SendEvent | null);

/**
 * Every change of a send: reads it, or uses it as the caller has just read it, and writes the result of the event by
 * `sendState.ts` if no one has changed it meanwhile; starts over if someone has.
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

/** As `apply`, for a send as read: throws if someone has changed it since. */
export async function applyTo(send: StoredSend, event: SendEvent, actor: Actor, now: number): Promise<Applied> {
  const result = next(send, event, actor, now);
  if (result.kind !== "write") return { send, refused: result.kind === "refused" ? result.because : null };
  const { writeTime } = await sendRef(send.id).update(result.patch, { lastUpdateTime: send.updateTime });
  return { send: { ...send, ...result.patch, updateTime: writeTime }, refused: null };
}
