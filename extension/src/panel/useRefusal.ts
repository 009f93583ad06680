import type { AppError } from "@sendwright/core/contract";
import { useEffect, useState } from "react";
import type { AttemptView } from "./useStored.ts";

/**
 * The error of a click on Send for which no attempt was stored. That another window is sending is an
 * error only for as long as it does.
 */
export function useRefusal({ isOpen }: AttemptView) {
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isOver = refusal?.reason === "wrong_state" && !isOpen;
  // The next send of another window is not the cause of this error.
  useEffect(() => {
    if (!isOpen) setRefusal((last) => (last?.reason === "wrong_state" ? null : last));
  }, [isOpen]);
  return [isOver ? null : refusal, setRefusal] as const;
}
