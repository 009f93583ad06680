import OutlinedInput from "@mui/material/OutlinedInput";
import { rowsOfEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { ChevronLeft, ChevronRight, SkipForward } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../../components/Button.tsx";
import { nextProblemRow } from "../check/findings.ts";
import styles from "./preview.module.css";

/** How many rows of an email it names. */
const MAX_NAMED = 10;

interface Props {
  check: Pick<CheckResult, "rows" | "problems">;
  /** The row whose email is shown. */
  shown: CheckedRow;
  onGo: (row: number) => void;
}

/**
 * Steps through the emails, and the rows without one: forward, back, to a row's number, or to the
 * next problem.
 */
export function RowNavigation({ check, shown, onGo }: Props) {
  const id = useId();
  const { rows } = check;
  const { n: row } = shown;
  const last = rows.length;
  const before = rows.findLast((one) => one.n < row && one.verdict !== "joined")?.n ?? null;
  const after = rows.find((one) => one.n > row && one.verdict !== "joined")?.n ?? null;
  const nextProblem = nextProblemRow(check, row);
  const all = rowsOfEmail(rows, shown).map(({ n }) => withCommas(n));
  const [typed, setTyped] = useState<string | null>(null);
  const jump = () => {
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) onGo(Math.min(wanted, last));
    setTyped(null);
  };
  return (
    <div className={styles.navigation}>
      {/* At the ends the arrows aren't disabled, because the one just used would lose focus. */}
      <IconButton
        size="small"
        aria-label="Previous row"
        aria-disabled={before === null}
        onClick={() => before !== null && onGo(before)}
      >
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
      <span>of {withCommas(last)}</span>
      <IconButton
        size="small"
        aria-label="Next row"
        aria-disabled={after === null}
        onClick={() => after !== null && onGo(after)}
      >
        <ChevronRight size={18} aria-hidden />
      </IconButton>
      {nextProblem !== null && (
        <Button
          size="small"
          variant="text"
          startIcon={<SkipForward size={14} aria-hidden />}
          style={{ marginInlineStart: "auto" }}
          onClick={() => onGo(nextProblem)}
        >
          Next problem row
        </Button>
      )}
      {all.length > 1 && (
        <p className={`hint ${styles.rows}`}>
          One email for {pluralize(all.length, "row")}:{" "}
          {andMore(all.slice(0, MAX_NAMED), all.length)}
        </p>
      )}
    </div>
  );
}
