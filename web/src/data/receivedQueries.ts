import { AppError, findReceived, type InputOf, type OutputOf, receivedRows } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

export type Received = OutputOf<typeof findReceived>["received"];

/** Reads who already received an email, may have, or is about to. Throws AppError. */
export async function whoReceived(input: InputOf<typeof findReceived>): Promise<Received> {
  return (await call(findReceived, input)).received;
}

/** Who already received the email, if that is why the server refused to send rows again; otherwise null. */
export function receivedOf(error: Error): Received | null {
  if (!(error instanceof AppError) || error.reason !== "already_received") return null;
  return receivedRows.nonempty().safeParse(error.details?.received).data ?? null;
}
