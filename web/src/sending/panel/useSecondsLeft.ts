import { useEffect, useState } from "react";

/** The whole seconds left until a time (milliseconds), counting down. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
