import type { Send } from "../contract/sends.ts";
import { isOpen } from "../sends/counts.ts";
import type { Attempt, LaterEvent } from "./attempt.ts";
import { holdOf, isReleased } from "./hold.ts";

/** An attempt that waits for news of its send. */
export type Waiting =
  | { status: "lost" | "begun"; key: string }
  | Pick<Extract<Attempt, { status: "held" }>, "status" | "key" | "hold">;

/** The event that follows from a send seen at `now` (milliseconds). */
export function sendEvent(waiting: Waiting, send: Send, now: number): LaterEvent {
  const { key } = waiting;
  if (waiting.status === "held" && isReleased(send, waiting.hold, now)) return { type: "released", key };
  if (waiting.status === "begun" && !isOpen(send)) return { type: "ended", key };
  return { type: "found", key, hold: holdOf(send, now) };
}
