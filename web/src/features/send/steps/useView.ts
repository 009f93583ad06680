import type { ProblemKind } from "@sendwright/core/check/types";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { useSame } from "../../../lib/useStable.ts";
import { goToCheck } from "../check/goToCheck.ts";
import type { SendFormAction } from "../form/formActions.ts";

const NO_KINDS: ReadonlySet<ProblemKind> = new Set();

/** What the screen shows of the form. */
export interface View {
  isListFolded: boolean;
  foldList: (isFolded: boolean) => void;
  /** How often a preview was requested. */
  previewsAsked: number;
  /** Shows the email of a row (its id) and scrolls to it. */
  look: (row: number) => void;
  /** Leads to the list: to its first problem of these kinds, if any. */
  lookAtCheck: (kinds?: ReadonlySet<ProblemKind>) => void;
}

export function useView(change: (action: SendFormAction) => void): View {
  const [isListFolded, foldList] = useState(false);
  const [previewsAsked, setPreviewsAsked] = useState(0);
  const look = useCallback(
    (row: number) => {
      change({ type: "preview", row });
      setPreviewsAsked((asked) => asked + 1);
    },
    [change],
  );
  const lookAtCheck = useCallback((kinds: ReadonlySet<ProblemKind> = NO_KINDS) => {
    flushSync(() => foldList(false));
    goToCheck(kinds);
  }, []);
  return useSame({ isListFolded, foldList, previewsAsked, look, lookAtCheck });
}
