import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { comparable, conditionProblem, tidyName } from "@sendwright/core/placeholders";
import { type FormEvent, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormActions, type FormAnchor, FormPopover } from "../FormPopover.tsx";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "../popoverForm.module.css";
import { SelectField } from "../SelectField.tsx";
import { type ChipCondition, conditionAt, type PlacedCondition, writeCondition } from "./conditionChips.ts";
import type { BodyEditor } from "./createBodyEditor.ts";

/** A condition in its form: a new one around the selection, or one in the text. */
export interface ConditionDraft {
  condition: ChipCondition;
  placed: PlacedCondition | null;
  /** For a new one, whether it's for the selected text or for text that is still to be written. */
  hasText: boolean;
  anchor: FormAnchor;
}

/** The condition that is being written or changed in its form, and the ways to open and to close that. */
export function useConditionDraft() {
  const [draft, setDraft] = useState<ConditionDraft | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  const rewrite = (editor: BodyEditor | null, written: { open: string; close: string } | null) => {
    const { opening = null, closing = null } = draft?.placed ?? {};
    const ends = [
      [opening, written?.open ?? null],
      [closing, written?.close ?? null],
    ] as const;
    editor?.rewrite(ends.flatMap(([chip, text]) => (chip ? [{ chip, written: text }] : [])));
  };
  const write = useCallback(
    (anchor: FormAnchor, hasText: boolean) =>
      setDraft({ condition: { kind: "open", name: "", value: null }, placed: null, hasText, anchor }),
    [],
  );
  return {
    draft,
    write,
    /** Opens the form for the condition that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      const placed = conditionAt(content, chip);
      if (placed) setDraft({ condition: placed, placed, hasText: true, anchor: chip });
      return placed !== null;
    },
    put: (editor: BodyEditor | null, condition: ChipCondition) => {
      close();
      const written = writeCondition(condition);
      if (draft?.placed) rewrite(editor, written);
      else editor?.wrap(written.open, written.close);
    },
    /** Keeps the text between its ends. */
    remove: (editor: BodyEditor | null) => {
      close();
      rewrite(editor, null);
    },
    cancel: (editor: BodyEditor | null) => {
      close();
      editor?.focus();
    },
  };
}

interface Props {
  draft: ConditionDraft | null;
  variables: readonly Variable[];
  onDone: (condition: ChipCondition) => void;
  onCancel: () => void;
  onRemove: () => void;
}

/** The form for a condition, floating beside the text that it is about. */
export function ConditionPopover({ draft, ...form }: Props) {
  if (!draft) return null;
  return (
    <FormPopover label="Condition" anchor={draft.anchor} onClose={form.onCancel}>
      <ConditionForm {...form} draft={draft} />
    </FormPopover>
  );
}

const CHOICES = [
  { kind: "open", compares: false, words: "is filled in" },
  { kind: "inverted", compares: false, words: "is blank" },
  { kind: "open", compares: true, words: "is" },
  { kind: "inverted", compares: true, words: "is not" },
] as const;

/** Asks for the placeholder a part of the email depends on, and what that must be: filled in, blank, or a value. */
function ConditionForm({ draft, variables, onDone, onCancel, onRemove }: Props & { draft: ConditionDraft }) {
  const id = useId();
  const [condition, setCondition] = useState(draft.condition);
  const [tried, setTried] = useState(false);
  const valueField = useRef<HTMLDivElement>(null);
  const { kind, name, value } = condition;
  const variable = variables.find((one) => one.name === tidyName(name));
  // A date or time can be written in many ways.
  const isComparable = variable?.type !== "date" && variable?.type !== "time";
  // Of a dropdown, only an option that the form shows.
  const option = variable?.options.find((one) => comparable(one) === comparable(value ?? ""));
  const shown = value !== null && variable?.type === "dropdown" ? (option ?? "") : value;
  const chosen = { ...condition, value: isComparable ? shown : null };
  const problem = conditionProblem(chosen);
  const nameProblem = conditionProblem({ name, value: null });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form is in a portal inside the editor's form.
    event.stopPropagation();
    if (problem === null)
      onDone({ kind, name: tidyName(name), value: chosen.value === null ? null : tidyName(chosen.value) });
    else setTried(true);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!draft.hasText && <p className="hint">To use text you've already written, cancel and select it first.</p>}
      <p className={styles.written}>
        {draft.hasText ? "The text in between" : "The text you write next"} appears only if …
      </p>
      <TextField
        label="Placeholder"
        value={name}
        autoComplete="off"
        autoFocus
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={(event) => setCondition({ ...condition, name: event.target.value })}
        error={tried && nameProblem !== null}
        helperText={tried && nameProblem}
      />
      {variables.length > 0 && (
        <fieldset className={styles.types}>
          <legend className="unseen">Placeholders in this template</legend>
          {variables.map((one) => (
            <PlaceholderChip
              key={one.name}
              name={one.name}
              type={one.type}
              onClick={() => setCondition({ ...condition, name: one.name })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.choices}>
        <legend className="unseen">Condition</legend>
        {CHOICES.filter(({ compares }) => isComparable || !compares).map(({ words, compares, ...choice }) => (
          <label key={words} className={styles.choice}>
            <input
              type="radio"
              name={id}
              checked={kind === choice.kind && compares === (chosen.value !== null)}
              onChange={() => {
                flushSync(() => setCondition({ ...condition, ...choice, value: compares ? (value ?? "") : null }));
                valueField.current?.scrollIntoView({ block: "nearest" });
              }}
            />
            {words}
          </label>
        ))}
      </fieldset>
      {chosen.value !== null && (
        <div ref={valueField}>
          {variable?.type === "dropdown" ? (
            <SelectField
              label="Option"
              value={chosen.value}
              options={variable.options.map((one) => ({ value: one, word: one }))}
              onChange={(one) => setCondition({ ...condition, value: one ?? "" })}
              error={tried && nameProblem === null ? problem : null}
            />
          ) : (
            <TextField
              label="Value"
              value={chosen.value}
              autoComplete="off"
              onChange={(event) => setCondition({ ...condition, value: event.target.value })}
              error={tried && nameProblem === null && problem !== null}
              helperText={(tried && nameProblem === null && problem) || "Capital letters don't matter."}
            />
          )}
        </div>
      )}
      <FormActions
        action={draft.placed ? "Apply" : "Insert"}
        onCancel={onCancel}
        onRemove={draft.placed ? onRemove : undefined}
      />
    </form>
  );
}
