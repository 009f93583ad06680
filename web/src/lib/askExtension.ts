import { UNPACKED_EXTENSION_ID } from "@sendwright/core/contract";

/** The part of Chrome's interface that a page gets as soon as some extension listens to it. */
interface Runtime {
  sendMessage: (id: string, message: unknown, answered: (answer: unknown) => void) => void;
  /** Must be read, or Chrome logs an error. */
  lastError?: { message?: string };
}

/**
 * Asks the extension with that id, or the unpacked one for none. Answers null if it isn't installed
 * or doesn't answer.
 */
export function askExtension(id: string | undefined, message: object): Promise<unknown> {
  const there = (globalThis as { chrome?: { runtime?: Runtime } }).chrome?.runtime;
  if (!there?.sendMessage) return Promise.resolve(null);
  return new Promise((resolve) => {
    try {
      there.sendMessage(id || UNPACKED_EXTENSION_ID, message, (answer) => {
        resolve(there.lastError === undefined ? (answer ?? null) : null);
      });
    } catch {
      // Chrome throws on an invalid id instead of answering.
      resolve(null);
    }
  });
}
