import { AppError, type Send, send as sendSchema, undoSend as undoSendCall } from "@sendwright/functions/contract";
import { call } from "../lib/call.ts";
import { isLost } from "./sends.ts";

/** What an undo came to: nothing goes out; or it came too late, and the send as it then was (null: not told). */
export type Undone = { is: "undone" } | { is: "late"; send: Send | null };

/** How often a lost answer is asked for again; the waits in milliseconds. */
const WAITS = [500, 1_500];

/**
 * Takes the id of a send that has begun and is held; takes it back. Where an answer is lost it asks again, and a send that
 * is not there any more was undone by the time before. Throws AppError: then nobody knows, and the send has to be looked at.
 */
export async function undoSend(id: string): Promise<Undone> {
  for (const wait of [...WAITS, null]) {
    try {
      await call(undoSendCall, { id }, { fallback: "The send could not be undone." });
      return { is: "undone" };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.reason === "not_found") return { is: "undone" };
      if (error.reason === "too_late_to_undo") return { is: "late", send: sendOf(error) };
      if (wait === null || !isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw new Error("An undo ended without an answer.");
}

function sendOf({ details }: AppError): Send | null {
  return sendSchema.safeParse(details?.send).data ?? null;
}
