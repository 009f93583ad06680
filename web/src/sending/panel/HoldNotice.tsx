import Button from "@mui/material/Button";
import type { Hold } from "@sendwright/core/attempt/hold";
import { useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { useSecondsLeft } from "./useSecondsLeft.ts";

interface Props {
  hold: Hold;
  /** Whether Undo was clicked and has no answer yet. */
  isUndoing: boolean;
  onUndo: () => void;
}

/** The countdown of a held send, with Undo. A screen reader announces it once. */
export function HoldNotice({ hold, isUndoing, onUndo }: Props) {
  const left = useSecondsLeft(hold.until);
  const [atFirst] = useState(left);
  return (
    <Notice
      action={
        <Button size="small" variant="outlined" disabled={isUndoing} onClick={onUndo}>
          Undo
        </Button>
      }
    >
      {isUndoing ? (
        <p>Undoing…</p>
      ) : (
        <>
          <p className="unseen">Sending in {atFirst} seconds. Until then you can undo it.</p>
          <p aria-hidden style={{ fontVariantNumeric: "tabular-nums" }}>
            Sending
            {left > 0 ? ` in ${left} s…` : "…"}
          </p>
        </>
      )}
    </Notice>
  );
}
