import { logWarning } from "../../platform/log.ts";
import type { Engine } from "./engine.ts";

/**
 * Asks for a slice at `at` (milliseconds), which begins by ending the hold of a named send. If that fails, the sweep
 * asks later.
 */
export async function ask(engine: Engine, uid: string, at: number, held?: string): Promise<void> {
  try {
    await engine.enqueue(uid, at, held);
  } catch (error) {
    logWarning("no task could be enqueued", { uid, error });
  }
}
