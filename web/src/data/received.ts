import { findReceived, type InputOf, type OutputOf } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

export type Received = OutputOf<typeof findReceived>["received"];

/** Asks who already received an email, may have, or is about to. Throws AppError. */
export async function whoReceived(input: InputOf<typeof findReceived>): Promise<Received> {
  return (await call(findReceived, input, { fallback: "Could not look up who already received this email." })).received;
}
