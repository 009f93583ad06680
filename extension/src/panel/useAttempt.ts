import { mayStillSend } from "@sendwright/core/attempt/attempt";
import { useEffect } from "react";
import type { StoredAttempt } from "../shared/stored.ts";
import { ask } from "./ask.ts";
import { useStored } from "./useStored.ts";

/** While a send is in progress, asks the worker to check again: Chrome may have stopped it. */
const AGAIN = 3_000;

/** The current attempt, as the worker has stored it. */
export function useAttempt(uid: string) {
  const stored = useStored("attempt");
  const own: StoredAttempt | null = stored?.uid === uid ? stored : null;
  const is = own?.attempt.status ?? "idle";
  const isOpen = mayStillSend(is);
  useEffect(() => {
    if (!isOpen) return;
    void ask("look", {});
    const timer = setInterval(() => void ask("look", {}), AGAIN);
    return () => clearInterval(timer);
  }, [isOpen]);
  const hasNews = own !== null && !isOpen && is !== "idle" && !own.isShown;
  useEffect(() => {
    if (hasNews) void ask("shown", {});
  }, [hasNews]);
  return { isKnown: stored !== undefined, own, is, isOpen };
}

export type AttemptView = ReturnType<typeof useAttempt>;
