import { EXTENSION_HELLO, UNPACKED_EXTENSION_ID } from "@sendwright/core/contract";
import { useEffect, useState } from "react";

/** The part of Chrome's interface that a page gets as soon as some extension listens to it. */
interface Runtime {
  sendMessage: (id: string, message: unknown, answered: (answer: unknown) => void) => void;
  /** Must be read, or Chrome logs an error. */
  lastError?: { message?: string };
}

function runtime(): Runtime | undefined {
  return (globalThis as { chrome?: { runtime?: Runtime } }).chrome?.runtime;
}

/** Whether the extension with that id answers. */
function answers(id: string): Promise<boolean> {
  const there = runtime();
  if (!there?.sendMessage) return Promise.resolve(false);
  return new Promise((resolve) => {
    try {
      there.sendMessage(id, EXTENSION_HELLO, (answer) => {
        resolve(
          there.lastError === undefined &&
            typeof answer === "object" &&
            answer !== null &&
            "version" in answer,
        );
      });
    } catch {
      // Chrome throws on an invalid id instead of answering.
      resolve(false);
    }
  });
}

/**
 * Whether the extension, as configured, is installed in this browser. Looks again when the page is
 * returned to.
 */
export function useExtension(id: string | undefined): boolean {
  const [isThere, setThere] = useState(false);
  const asked = id || UNPACKED_EXTENSION_ID;
  useEffect(() => {
    let isOver = false;
    const look = () => void answers(asked).then((yes) => isOver || setThere(yes));
    look();
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      window.removeEventListener("focus", look);
    };
  }, [asked]);
  return isThere;
}
