import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import OutlinedInput from "@mui/material/OutlinedInput";
import { ChevronLeft, ChevronRight, SkipForward } from "lucide-react";
import { useId, useState } from "react";
import styles from "./preview.module.css";

interface Props {
  row: number;
  /** How many rows there are; they are numbered from 1. */
  last: number;
  /** Null when no row has a problem. */
  nextProblem: number | null;
  onGo: (row: number) => void;
}

/** Walks through the rows: one on, one back, to a number, to the next one with a problem. */
export function RowNavigation({ row, last, nextProblem, onGo }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const jump = () => {
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) onGo(Math.min(wanted, last));
    setTyped(null);
  };
  return (
    <div className={styles.navigation}>
      {/* At the ends the arrows aren't disabled: the one just used would lose the focus. */}
      <IconButton size="small" aria-label="Previous row" aria-disabled={row <= 1} onClick={() => onGo(row - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <label htmlFor={id}>Row</label>
      <OutlinedInput
        id={id}
        size="small"
        sx={{ width: "7ch" }}
        slotProps={{ input: { inputMode: "numeric" } }}
        value={typed ?? row}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={jump}
        onKeyDown={(event) => event.key === "Enter" && jump()}
      />
      <span>of {last.toLocaleString("en-US")}</span>
      <IconButton size="small" aria-label="Next row" aria-disabled={row >= last} onClick={() => onGo(row + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
      {nextProblem !== null && (
        <Button
          size="small"
          variant="text"
          startIcon={<SkipForward size={14} aria-hidden />}
          sx={{ ml: "auto" }}
          onClick={() => onGo(nextProblem)}
        >
          Next problem row
        </Button>
      )}
    </div>
  );
}
