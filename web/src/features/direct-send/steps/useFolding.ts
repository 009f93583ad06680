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
      onFold: (isFolded) => {
        const next = new Set(folded);
        if (isFolded) next.add(step);
        else next.delete(step);
        setFolded(next);
      },
    }),
    openAll: () => setFolded(new Set()),
  };
}
