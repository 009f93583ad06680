import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { comparable, conditionProblem, tidyName } from "@sendwright/core/placeholders";
import { shortened } from "@sendwright/core/shortened";
import { type FormEvent, useId, useState } from "react";
import { showErrors } from "../../lib/focusFirstError.ts";
import { FormActions, FormPopover } from "../FormPopover.tsx";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "../popoverForm.module.css";
import { SelectField } from "../SelectField.tsx";
import { writtenWords } from "../WrittenText.tsx";
import type { ChipCondition } from "./conditionChips.ts";
import type { ConditionDraft } from "./formDrafts.ts";

interface Props {
  draft: ConditionDraft;
  variables: readonly Variable[];
  /** `hasOtherwise`: with another block for all other values. */
  onDone: (condition: ChipCondition, hasOtherwise: boolean) => void;
  onCancel: () => void;
  onRemove: () => void;
}

/** The form for a condition, floating beside the text that it is about. */
export default function ConditionPopover({ draft, ...form }: Props) {
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

/**
 * Asks for the placeholder a part of the email depends on, and what that must be: filled in, blank,
 * or a value.
 */
function ConditionForm({ draft, variables, onDone, onCancel, onRemove }: Props) {
  const id = useId();
  const [condition, setCondition] = useState(draft.condition);
  const [hasOtherwise, setOtherwise] = useState(false);
  const [tried, setTried] = useState(false);
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
  const nameError = tried ? nameProblem : null;
  const valueError = tried && nameProblem === null ? problem : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form is in a portal inside the editor's form.
    event.stopPropagation();
    if (problem !== null) return showErrors(event.currentTarget, () => setTried(true));
    const own = chosen.value === null ? null : tidyName(chosen.value);
    onDone({ kind, name: tidyName(name), value: own }, hasOtherwise);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.written}>
        {draft.text !== "" ? (
          <>“{shortened(writtenWords(draft.text))}” appears only if …</>
        ) : draft.placed ? (
          "The text in between appears only if …"
        ) : (
          <>
            The text you write next appears only if …{" "}
            <span className="hint">
              To use text you've already written, cancel and select it first.
            </span>
          </>
        )}
      </p>
      <TextField
        label="Placeholder"
        value={name}
        autoComplete="off"
        autoFocus
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={(event) => setCondition({ ...condition, name: event.target.value })}
        error={nameError !== null}
        helperText={nameError}
      />
      {variables.length > 0 && (
        <fieldset className={`bare ${styles.names}`}>
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
      <fieldset className={`bare ${styles.choices}`}>
        <legend className="unseen">Condition</legend>
        {CHOICES.filter(({ compares }) => isComparable || !compares).map(
          ({ words, compares, ...choice }) => (
            <label key={words} className={styles.choice}>
              <input
                type="radio"
                name={id}
                checked={kind === choice.kind && compares === (chosen.value !== null)}
                onChange={() =>
                  setCondition({ ...condition, ...choice, value: compares ? (value ?? "") : null })
                }
              />
              {words}
            </label>
          ),
        )}
      </fieldset>
      {chosen.value !== null &&
        (variable?.type === "dropdown" ? (
          <SelectField
            label="Option"
            value={chosen.value}
            options={variable.options.map((one) => ({ value: one, word: one }))}
            onChange={(one) => setCondition({ ...condition, value: one ?? "" })}
            error={valueError}
          />
        ) : (
          <TextField
            label="Value"
            value={chosen.value}
            autoComplete="off"
            onChange={(event) => setCondition({ ...condition, value: event.target.value })}
            error={valueError !== null}
            helperText={valueError ?? "Capital letters don't matter."}
          />
        ))}
      {draft.otherwise ? (
        <p className="hint">The “otherwise” text beside it changes with it.</p>
      ) : (
        (draft.text !== "" || draft.placed?.closing) && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={hasOtherwise}
              onChange={(event) => setOtherwise(event.target.checked)}
            />
            Otherwise, another text
          </label>
        )
      )}
      <FormActions
        action={draft.placed ? "Apply" : "Insert"}
        onCancel={onCancel}
        onRemove={draft.placed ? onRemove : undefined}
      />
    </form>
  );
}
