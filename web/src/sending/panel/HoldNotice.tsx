import Button from "@mui/material/Button";
import type { Hold } from "@sendwright/core/attempt/hold";
import { useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { dayAndTime } from "../when.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

interface Props {
  hold: Hold;
  /** Whether Undo was pressed, and its answer is not there. */
  isUndoing: boolean;
  onUndo: () => void;
}

/** What was asked for goes out in some seconds; until then it can be undone. Said once, then counted down without a word. */
export function HoldNotice({ hold, isUndoing, onUndo }: Props) {
  const left = useSecondsLeft(hold.until);
  const [atFirst] = useState(left);
  const { later } = hold;
  const now = Date.now();
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
          <p className="unseen">
            {later === null ? "Sending" : "Scheduling"} in {atFirst} seconds. Until then you can undo it.
          </p>
          <p aria-hidden style={{ fontVariantNumeric: "tabular-nums" }}>
            {later === null ? "Sending" : "Scheduling"}
            {left > 0 ? ` in ${left} s…` : "…"}
          </p>
        </>
      )}
      {later !== null && <p>It begins {dayAndTime(later, now)}.</p>}
    </Notice>
  );
}
