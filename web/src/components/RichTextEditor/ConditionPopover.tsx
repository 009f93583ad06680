import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { newPlaceholder, placeholderProblem, tidyName } from "@sendwright/core/placeholders";
import { type FormEvent, useCallback, useId, useState } from "react";
import { flushSync } from "react-dom";
import { type FormAnchor, FormPopover } from "../FormPopover.tsx";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "../PlaceholderForm/PlaceholderForm.module.css";
import { type Condition, conditionOf, type PlacedCondition, writeCondition } from "./conditionChips.ts";
import type { BodyEditor } from "./createBodyEditor.ts";

/** A condition in its form: a new one around the selection, or one in the text. */
export interface ConditionDraft {
  condition: Condition;
  placed: PlacedCondition | null;
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
    (anchor: FormAnchor) => setDraft({ condition: { kind: "open", name: "" }, placed: null, anchor }),
    [],
  );
  return {
    draft,
    write,
    /** Opens the form for the condition that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      const placed = conditionOf(content, chip);
      if (placed) setDraft({ condition: { kind: placed.kind, name: placed.name }, placed, anchor: chip });
      return placed !== null;
    },
    put: (editor: BodyEditor | null, condition: Condition) => {
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
  onDone: (condition: Condition) => void;
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

const CONDITION_KINDS = [
  ["open", "is filled in"],
  ["inverted", "is blank"],
] as const;

/** Asks for the placeholder a part of the email depends on, and whether it must be filled in or blank. */
function ConditionForm({ draft, variables, onDone, onCancel, onRemove }: Props & { draft: ConditionDraft }) {
  const id = useId();
  const [{ kind, name }, setCondition] = useState(draft.condition);
  const [tried, setTried] = useState(false);
  const problem = placeholderProblem(newPlaceholder(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form is in a portal inside the editor's form.
    event.stopPropagation();
    if (problem === null) onDone({ kind, name: tidyName(name) });
    else setTried(true);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.written}>The text in between appears only if …</p>
      <TextField
        label="Placeholder"
        value={name}
        autoComplete="off"
        autoFocus
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={(event) => setCondition({ kind, name: event.target.value })}
        error={tried && problem !== null}
        helperText={tried && problem}
      />
      {variables.length > 0 && (
        <fieldset className={styles.types}>
          <legend className="unseen">Placeholders in this template</legend>
          {variables.map((variable) => (
            <PlaceholderChip
              key={variable.name}
              name={variable.name}
              type={variable.type}
              onClick={() => setCondition({ kind, name: variable.name })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.choices}>
        <legend className="unseen">Condition</legend>
        {CONDITION_KINDS.map(([own, words]) => (
          <label key={own} className={styles.choice}>
            <input type="radio" name={id} checked={kind === own} onChange={() => setCondition({ kind: own, name })} />
            {words}
          </label>
        ))}
      </fieldset>
      <div className={styles.actions}>
        {draft.placed && (
          <Button color="error" variant="text" onClick={onRemove} sx={{ mr: "auto", color: "var(--failed)" }}>
            Remove
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="contained">
          {draft.placed ? "Apply" : "Insert"}
        </Button>
      </div>
    </form>
  );
}
