import type { Variable } from "@sendwright/functions/contract";
import { type Placeholder, serializePlaceholder } from "@sendwright/functions/core";
import { type ReactNode, type UIEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type PlaceholderDraft, PlaceholderPopover } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { InsertMenu } from "./InsertMenu.tsx";
import styles from "./SubjectField.module.css";
import { Tinted } from "./Tinted.tsx";

export interface SubjectFieldProps {
  label: string;
  /** Text, with placeholders as `{{…}}`. */
  value: string;
  onChange: (subject: string) => void;
  disabled?: boolean;
  maxLength?: number;
  /** What is wrong with the subject. */
  error?: ReactNode;
  /** Below the field: the grammar's warnings about it. */
  notes?: ReactNode;
  /** The variables of subject and body together. */
  variables?: readonly Variable[];
}

/** A line of text whose placeholders are tinted, with a menu that inserts them. */
export function SubjectField(props: SubjectFieldProps) {
  const { label, value, onChange, disabled = false, maxLength, error, notes, variables = [] } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [draft, setDraft] = useState<PlaceholderDraft | null>(null);

  /** Closes the form first: while it is open, it keeps the focus. */
  const closeDraft = () => flushSync(() => setDraft(null));
  const insert = (placeholder: Placeholder) => {
    const field = input.current;
    if (!field) return;
    const written = serializePlaceholder(placeholder);
    const from = field.selectionStart ?? value.length;
    closeDraft();
    flushSync(() => onChange(value.slice(0, from) + written + value.slice(field.selectionEnd ?? from)));
    field.focus();
    field.setSelectionRange(from + written.length, from + written.length);
  };
  const follow = (event: UIEvent<HTMLInputElement>) => setScrolled(event.currentTarget.scrollLeft);

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <div className={styles.box} data-invalid={Boolean(error)} data-disabled={disabled}>
          <Tinted text={value} scrolled={scrolled} />
          <input
            ref={input}
            id={id}
            className={styles.input}
            value={value}
            disabled={disabled}
            maxLength={maxLength}
            autoComplete="off"
            aria-invalid={Boolean(error)}
            aria-describedby={`${id}-error ${id}-notes`}
            onChange={(event) => onChange(event.target.value)}
            onScroll={follow}
            onSelect={follow}
          />
        </div>
        <InsertMenu
          disabled={disabled}
          variables={variables}
          onChoose={insert}
          onNew={(placeholder, anchor) => setDraft({ placeholder, anchor, action: "Insert" })}
        />
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <div id={`${id}-notes`} className={styles.notes}>
        {notes}
      </div>
      <PlaceholderPopover
        draft={draft}
        variables={variables}
        onDone={insert}
        onCancel={() => {
          closeDraft();
          input.current?.focus();
        }}
      />
    </div>
  );
}
