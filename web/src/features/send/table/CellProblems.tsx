import Button from "@mui/material/Button";
import { CircleX, Info } from "lucide-react";
import type { FocusEvent } from "react";
import styles from "./problems.module.css";
import type { CellProblem, RowAnswer } from "./rowView.ts";

interface Props {
  problems: readonly CellProblem[];
  /** The row's number. */
  n: number | null;
  /** In a grid, the cell's keys reach the buttons. */
  tabIndex?: number | undefined;
  onUse: (suggestion: string, from: HTMLElement) => void;
  onDecide: (answer: RowAnswer, from: HTMLElement) => void;
}

const ANSWERS = {
  send: { word: "Send it too", name: (n: number | null) => `Send row ${n} too` },
  "don't": { word: "Don't send", name: (n: number | null) => `Don't send row ${n}` },
  as_typed: { word: "Send as typed", name: (n: number | null) => `Send as typed: row ${n}` },
} as const satisfies Record<RowAnswer, object>;

/** A grid cell would treat the focus of its buttons as its own, and Tab couldn't return to it. */
function keepInside(event: FocusEvent): void {
  event.stopPropagation();
}

/** Below the value of a cell: its problems, and one-click fixes. */
export function CellProblems({ problems, n, tabIndex, onUse, onDecide }: Props) {
  return problems.map(({ kind, tone, message, suggestion, answers }) => {
    const Icon = tone === "error" ? CircleX : Info;
    return (
      <span key={`${kind} ${message}`} className={styles.problem} data-tone={tone}>
        <Icon size={14} aria-hidden />
        <span>
          <span className="unseen">{tone === "error" ? "Error: " : "Note: "}</span>
          {message}
        </span>
        {(suggestion !== null || answers.length > 0) && (
          <span className={styles.ways}>
            {suggestion !== null && (
              <Button
                size="small"
                tabIndex={tabIndex}
                onFocus={keepInside}
                onClick={(event) => onUse(suggestion, event.currentTarget)}
              >
                Use {suggestion}
              </Button>
            )}
            {answers.map((answer) => (
              <Button
                key={answer}
                size="small"
                tabIndex={tabIndex}
                onFocus={keepInside}
                aria-label={ANSWERS[answer].name(n)}
                onClick={(event) => onDecide(answer, event.currentTarget)}
              >
                {ANSWERS[answer].word}
              </Button>
            ))}
          </span>
        )}
      </span>
    );
  });
}
