import { useState } from "react";

/** What a StepCard needs to be folded and opened. */
export interface Folding {
  folded: boolean;
  onFold: (folded: boolean) => void;
}

/** Remembers which steps are folded. */
export function useFolding() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  return {
    of: (step: string): Folding => ({
      folded: folded.has(step),
      // Several cards may open at once, when a send has ended.
      onFold: (isFolded) =>
        setFolded((before) => {
          const next = new Set(before);
          if (isFolded) next.add(step);
          else next.delete(step);
          return next;
        }),
    }),
    openAll: () => setFolded(new Set()),
  };
}
