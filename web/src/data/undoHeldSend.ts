import { AppError, type Send, send as sendSchema, undoSend } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

/**
 * The result of an undo: nothing is sent; or it came too late, with the send at that time (null if
 * unknown).
 */
export type UndoResult = { is: "undone" } | { is: "late"; send: Send | null };

/**
 * Asks once to undo a held send. A send that is no longer there was undone before, by this or by
 * another asking. Throws AppError; `isLost` tells whether to ask again.
 */
export async function undoHeldSend(id: string): Promise<UndoResult> {
  try {
    await call(undoSend, { id }, { fallback: "We couldn't undo the send." });
    return { is: "undone" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.reason === "not_found") return { is: "undone" };
    if (error.reason === "too_late_to_undo") return { is: "late", send: sendOf(error) };
    throw error;
  }
}

function sendOf({ details }: AppError): Send | null {
  return sendSchema.safeParse(details?.send).data ?? null;
}
