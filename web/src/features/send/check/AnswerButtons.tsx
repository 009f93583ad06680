import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import styles from "./check.module.css";

interface Props<T extends string> {
  /** The subject of the question, for screen readers. */
  label: string;
  options: readonly { value: T; word: string; disabled?: boolean }[];
  /** Null while the question is open. */
  answer: T | null;
  onAnswer: (answer: T) => void;
  /** More buttons after the answers. */
  children?: ReactNode;
}

/** A toggle button for each answer to a question about the list. */
export function AnswerButtons<T extends string>({
  label,
  options,
  answer,
  onAnswer,
  children,
}: Props<T>) {
  return (
    <fieldset className={styles.answer}>
      <legend className="unseen">{label}</legend>
      {options.map(({ value, word, disabled = false }) => (
        <Button
          key={value}
          size="small"
          variant={answer === value ? "contained" : "outlined"}
          aria-pressed={answer === value}
          disabled={disabled}
          onClick={() => onAnswer(value)}
        >
          {word}
        </Button>
      ))}
      {children}
    </fieldset>
  );
}
