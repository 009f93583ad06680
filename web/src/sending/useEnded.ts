import type { Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { useEffect, useRef } from "react";

/** Calls `then` once when a send that was in progress ends while `isWatched` is true. */
export function useEnded(
  send: Send | undefined,
  then: (send: Send) => void,
  isWatched = true,
): void {
  const watched = useRef<string>(null);
  useEffect(() => {
    if (!send) return;
    if (isOpen(send)) {
      if (isWatched) watched.current = send.id;
    } else if (watched.current === send.id) {
      watched.current = null;
      then(send);
    }
  });
}
