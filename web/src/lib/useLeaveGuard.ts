import { useEffect, useRef } from "react";
import { guardLeaving, type LeaveGuard, noteAddress } from "./leaveGuards.ts";

/** Protects unsent work: the browser asks before the page closes, `ask` before Back or an edited address. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
    noteAddress();
  });
  useEffect(
    () =>
      guardLeaving({
        hasUnsaved: () => latest.current.hasUnsaved(),
        isLostAt: (address) => latest.current.isLostAt(address),
        ask: () => latest.current.ask(),
      }),
    [],
  );
}
