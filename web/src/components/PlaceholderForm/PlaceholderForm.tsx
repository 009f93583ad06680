import TextField from "@mui/material/TextField";
import { type Variable, type VariableType, variableType } from "@sendwright/core/contract";
import { isBlank } from "@sendwright/core/isBlank";
import {
  conditionProblem,
  type Placeholder,
  placeholderProblem,
  serializePlaceholder,
} from "@sendwright/core/placeholders";
import { type FormEvent, useId, useState } from "react";
import { showErrors } from "../../lib/focusFirstError.ts";
import { useKeyedState } from "../../lib/useKeyedState.ts";
import { CheckField } from "../CheckField.tsx";
import { FormActions } from "../FormPopover.tsx";
import field from "../field.module.css";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "../popoverForm.module.css";
import { TextArea } from "../TextArea.tsx";

const NO_WORDS = "Write a text to use instead, or choose “Leave it blank”.";

/** An error is read even if the focus is in its field already. */
const ALERT = { formHelperText: { role: "alert" } } as const;

const MEANINGS: Record<VariableType, string> = {
  text: "Any text.",
  sticky: "Text that this browser remembers between sends.",
  dropdown: "One of the options below.",
  date: "A date, shown in the template's date format.",
  time: "A time of day, shown in the template's time format.",
  email: "An email address.",
};

/** The six types of placeholder, in their colors. */
function TypeChoice({
  value,
  onChange,
}: {
  value: VariableType;
  onChange: (type: VariableType) => void;
}) {
  const name = useId();
  return (
    <fieldset className="bare row gap-4" aria-describedby={`${name}-meaning`}>
      <legend className={field.label}>Type</legend>
      {variableType.options.map((type) => {
        const { word, Icon, color, tint } = PLACEHOLDER_KINDS[type];
        const on = type === value;
        return (
          <label
            key={type}
            className={styles.type}
            data-on={on}
            style={{ color, background: on ? tint : "none" }}
          >
            <input
              type="radio"
              className="over"
              name={name}
              value={type}
              checked={on}
              onChange={() => onChange(type)}
            />
            <Icon size={14} aria-hidden />
            {word}
          </label>
        );
      })}
      <p id={`${name}-meaning`} className={`hint ${styles.meaning}`}>
        {MEANINGS[value]}
      </p>
    </fieldset>
  );
}

interface Props {
  placeholder: Placeholder;
  /** The variables that the template has already: each name is one placeholder. */
  variables: readonly Variable[];
  /** The word on the main button: "Insert", "Apply". */
  action: string;
  /** Whether it is in an email for several rows, outside of its repeated part. */
  canTotal: boolean;
  onDone: (placeholder: Placeholder) => void;
  onCancel: () => void;
  onRemove?: () => void;
}

/** Asks for a placeholder's name and type; accepts only what the grammar can write. */
export function PlaceholderForm({
  placeholder,
  variables,
  action,
  canTotal,
  onDone,
  onCancel,
  onRemove,
}: Props) {
  const id = useId();
  const [draft, setDraft] = useState(placeholder);
  const [options, setOptions] = useState(placeholder.options.join("\n"));
  const [tried, setTried] = useState(false);
  /** The type that was asked for; a name that exists already has its own type. */
  const [asked, setAsked] = useState(placeholder.type);
  // An option can't contain a comma: a line with commas means several options.
  const isSum = draft.isSum === true && draft.type === "text";
  const whole = { ...draft, isSum, options: options.split(/[\n,]/) };
  const known = variables.find(({ name }) => name === draft.name && name !== placeholder.name);
  const choiceKey = `${draft.type} ${isSum} ${known?.name ?? ""}`;
  const [choice, setChoice] = useKeyedState(choiceKey, () => blankChoice(draft.fallback, isSum));
  const isWordless = draft.type === "text" && choice === "words" && isBlank(draft.fallback ?? "");
  const problem = placeholderProblem(whole) ?? (isWordless ? NO_WORDS : null);
  const isNameWrong = conditionProblem({ name: draft.name, value: null }) !== null;
  const wrong = isNameWrong ? "name" : draft.type === "dropdown" ? "options" : "words";
  /** The error of a field. */
  const errorOf = (one: typeof wrong) => (tried && wrong === one ? problem : null);

  const rename = (name: string) => {
    const same = variables.find((variable) => variable.name === name);
    setDraft({
      ...draft,
      name,
      type: same?.type ?? asked,
      ...(same ? { fallback: same.fallback } : {}),
    });
    if (same && same.options.length > 0) setOptions(same.options.join("\n"));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The form is in a portal inside the editor's form.
    event.stopPropagation();
    if (problem === null) onDone(whole);
    else showErrors(event.currentTarget, () => setTried(true));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Name"
        value={draft.name}
        autoComplete="off"
        slotProps={{ ...ALERT, htmlInput: { list: `${id}-names`, spellCheck: false } }}
        autoFocus
        onChange={(event) => rename(event.target.value)}
        error={errorOf("name") !== null}
        helperText={errorOf("name")}
      />
      <datalist id={`${id}-names`}>
        {variables.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TypeChoice
        value={draft.type}
        onChange={(type) => {
          setAsked(type);
          setDraft({ ...draft, type });
        }}
      />
      {known && known.type !== asked && (
        <p role="status" className={styles.known}>
          This template has “{known.name}” already, as {PLACEHOLDER_KINDS[known.type].word}: each
          name is one placeholder.
        </p>
      )}
      {draft.type === "dropdown" && (
        <TextArea
          label="Options, one per line"
          rows={4}
          value={options}
          onChange={(event) => setOptions(event.target.value)}
          error={errorOf("options") !== null}
          helperText={errorOf("options")}
        />
      )}
      {draft.type === "text" && (canTotal || isSum) && (
        <CheckField
          checked={isSum}
          onChange={(on) => setDraft({ ...draft, isSum: on, fallback: null })}
        >
          Total of all rows
        </CheckField>
      )}
      {draft.type === "text" && (
        <FallbackChoice
          key={choiceKey}
          choice={choice}
          value={draft.fallback}
          isSum={isSum}
          error={errorOf("words")}
          onChange={(next, fallback) => {
            setChoice(next);
            setDraft({ ...draft, fallback });
          }}
        />
      )}
      <p className={styles.written}>
        {problem === null ? (
          <>
            <PlaceholderChip
              name={draft.name}
              type={draft.type}
              {...(isSum && { detail: "· total" })}
            />{" "}
            <code>{serializePlaceholder(whole)}</code>
          </>
        ) : (
          <span>A CSV column with exactly this name fills it.</span>
        )}
      </p>
      <FormActions action={action} onCancel={onCancel} onRemove={onRemove} />
    </form>
  );
}

type BlankChoice = "required" | "nothing" | "words";

function blankChoice(fallback: string | null, isSum: boolean): BlankChoice {
  if (fallback === null) return "required";
  return fallback === "" || isSum ? "nothing" : "words";
}

interface FallbackChoiceProps {
  choice: BlankChoice;
  /** As in the grammar: null makes a value required; with "" the place stays empty. */
  value: string | null;
  /** In a total, a blank counts as 0 or isn't allowed. */
  isSum: boolean;
  /** Why the text to use instead can't be used. */
  error: string | null;
  onChange: (choice: BlankChoice, fallback: string | null) => void;
}

/** The choice for a blank value: don't send, leave it blank or use other text. */
function FallbackChoice({ choice, value, isSum, error, onChange }: FallbackChoiceProps) {
  const name = useId();
  const [words, setWords] = useState(value ?? "");
  const [isChosen, setChosen] = useState(false);
  const choose = (next: BlankChoice) => {
    setChosen(true);
    onChange(next, next === "required" ? null : next === "words" ? words : isSum ? "0" : "");
  };
  const radio = (own: BlankChoice, label: string) => (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={choice === own} onChange={() => choose(own)} />
      {label}
    </label>
  );
  return (
    <fieldset className="bare">
      <legend className={field.label}>If the value is blank</legend>
      {radio("required", "Required: don't send without it")}
      {radio("nothing", isSum ? "Count it as 0" : "Leave it blank")}
      {choice === "nothing" && !isSum && (
        <p className="hint">“Hello {"{{Name}}"},” becomes “Hello,”.</p>
      )}
      {!isSum && radio("words", "Use this instead")}
      {choice === "words" && (
        <TextField
          slotProps={{ ...ALERT, htmlInput: { "aria-label": "Text to use instead" } }}
          placeholder="Text to use instead"
          value={words}
          autoFocus={isChosen}
          onChange={(event) => {
            setWords(event.target.value);
            onChange("words", event.target.value);
          }}
          error={error !== null}
          helperText={error}
        />
      )}
    </fieldset>
  );
}
