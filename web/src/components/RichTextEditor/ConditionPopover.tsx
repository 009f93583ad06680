import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { placeholderProblem, tidyName } from "@sendwright/core/placeholders";
import { type FormEvent, useId, useState } from "react";
import { FormPopover } from "../FormPopover.tsx";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "../PlaceholderForm/PlaceholderForm.module.css";
import type { Condition } from "./conditionChips.ts";
import type { ConditionDraft } from "./useConditionDraft.ts";

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
  const problem = placeholderProblem({ name, type: "text", options: [], fallback: null });
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
