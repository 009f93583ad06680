import type { Send } from "../contract/sends.ts";
import { isOpen } from "../sends/counts.ts";
import type { Attempt, News } from "./attempt.ts";
import { holdOf, isReleased } from "./hold.ts";

/** A press that waits to hear of its send. */
export type Waiting =
  | { is: "lost" | "begun"; key: string }
  | Pick<Extract<Attempt, { is: "held" }>, "is" | "key" | "hold">;

/** What the attempt hears of its send, as that was seen at `now` (milliseconds). */
export function newsIn(waiting: Waiting, send: Send, now: number): News {
  const { key } = waiting;
  if (waiting.is === "held" && isReleased(send, waiting.hold, now)) return { type: "released", key };
  if (waiting.is === "begun" && !isOpen(send)) return { type: "ended", key };
  return { type: "found", key, hold: holdOf(send, now) };
}
