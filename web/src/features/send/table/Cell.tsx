import type { Variable } from "@sendwright/core/contract";
import { CircleX, Info, PencilLine, TriangleAlert } from "lucide-react";
import { type ChangeEvent, type ClipboardEvent, type FocusEvent, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { isolated } from "../../../components/isolated.tsx";
import { useLateTyping } from "../../../lib/lateTyping.ts";
import { pastedCells } from "../../../lib/pastedCells.ts";
import { useEndOfPage } from "../../../lib/useEndOfPage.ts";
import { type CellProblem, type RowAnswer, STATE_WORDS } from "./rowView.ts";
import styles from "./table.module.css";

interface ProblemsProps {
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
  keep_shifted: {
    word: "The columns are right",
    name: (n: number | null) => `The columns are right: row ${n}`,
  },
  split: { word: "Split", name: (n: number | null) => `Split row ${n}, a row for each address` },
  as_typed: { word: "Send as typed", name: (n: number | null) => `Send as typed: row ${n}` },
} as const satisfies Record<RowAnswer, object>;

const TONES = {
  error: { Icon: CircleX, word: STATE_WORDS.fix },
  fill: { Icon: PencilLine, word: STATE_WORDS.fill },
  check: { Icon: TriangleAlert, word: STATE_WORDS.check },
  note: { Icon: Info, word: "Note" },
} as const satisfies Record<CellProblem["tone"], object>;

/** A grid cell would treat the focus of its buttons as its own, and Tab couldn't return to it. */
function keepInside(event: FocusEvent): void {
  event.stopPropagation();
}

/** Below the value of a cell: its problems, and one-click fixes. */
export function CellProblems({ problems, n, tabIndex, onUse, onDecide }: ProblemsProps) {
  return problems.map(({ kind, tone, isToFill, message, suggestion, answers }) => {
    const { Icon } = TONES[tone];
    const { word } = TONES[isToFill ? "fill" : tone];
    return (
      <span key={`${kind} ${message}`} className={styles.problem} data-tone={tone}>
        <Icon size={14} aria-hidden />
        <span className={styles.words} title={message}>
          <span className="unseen">{word}: </span>
          {isolated(message)}
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

/** The options of a cell for a dropdown placeholder, plus its value if it isn't one of them. */
export function DropdownOptions({ options, value }: { options: readonly string[]; value: string }) {
  return (
    <>
      <option value="" />
      {value !== "" && !options.includes(value) && (
        <option value={value}>{value} (not an option)</option>
      )}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </>
  );
}

interface Props {
  /**
   * The placeholder that the column feeds; null for the addresses and for a column that feeds none.
   */
  variable: Variable | null;
  label: string;
  /** The cell's error; "" for none. */
  problem: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  /** Called when more than one cell is pasted. */
  onBlock: (text: string) => void;
}

/** Typing replaces the cell's text, as in a spreadsheet. */
function begin(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * The field of a cell in edit mode, by the type of its column. Dates and times are text: a native
 * field would read them in the browser's own order and clock, which may match neither the email nor
 * the person. Text is checked, or asked about, like that of a file.
 */
export function CellEditor({ variable, ...given }: Props) {
  const { label, problem, value, onChange, onLeave } = given;
  useEndOfPage(onLeave);
  if (variable?.type === "dropdown") {
    return (
      <select
        ref={(field) => field?.focus()}
        className={styles.editor}
        aria-label={label}
        aria-description={problem}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      >
        <DropdownOptions options={variable.options} value={value} />
      </select>
    );
  }
  return <Field {...given} />;
}

/** The browser alone draws the text, so that a key draws nothing else. */
function Field({ label, problem, value, onChange, onLeave, onBlock }: Omit<Props, "variable">) {
  // The initial text may differ from the cell's.
  const [first] = useState(value);
  // A single-line field would lose line breaks.
  const hasLines = first.includes("\n");
  const latest = useRef(first);
  // The grid draws itself for each text it hears of.
  const deliver = useLateTyping(() => onChange(latest.current));
  const wiring = {
    className: styles.editor,
    "aria-label": label,
    "aria-description": problem,
    defaultValue: first,
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      latest.current = event.target.value;
      deliver();
    },
    onBlur: onLeave,
    onPaste: (event: ClipboardEvent) => {
      const block = pastedCells(event.clipboardData);
      if (hasLines ? !block.includes("\t") : !/[\t\n]/.test(block.trimEnd())) return;
      event.preventDefault();
      onBlock(block);
    },
  };
  return hasLines ? (
    <textarea ref={begin} {...wiring} />
  ) : (
    <input ref={begin} type="text" {...wiring} />
  );
}
