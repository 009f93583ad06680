import { logWarning } from "../../platform/log.ts";
import type { Engine } from "./engine.ts";

/**
 * Asks for a slice at `at` (milliseconds), which begins with the end of a send's hold where one is named. When that
 * fails, sweep asks later.
 */
export async function ask(engine: Engine, uid: string, at: number, held?: string): Promise<void> {
  try {
    await engine.enqueue(uid, at, held);
  } catch (error) {
    logWarning("no task could be enqueued", { uid, error });
  }
}
