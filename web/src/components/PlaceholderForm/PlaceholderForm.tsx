import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { type Placeholder, placeholderProblem, serializePlaceholder } from "@sendwright/core/placeholders";
import { type FormEvent, useId, useState } from "react";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import { TextArea } from "../TextArea.tsx";
import { FallbackChoice } from "./FallbackChoice.tsx";
import styles from "./PlaceholderForm.module.css";
import { TypeChoice } from "./TypeChoice.tsx";

interface Props {
  placeholder: Placeholder;
  /** The variables that the template has already: each name is one placeholder. */
  variables: readonly Variable[];
  /** The word on the main button: "Insert", "Apply". */
  action: string;
  onDone: (placeholder: Placeholder) => void;
  onCancel: () => void;
  onRemove?: () => void;
}

/** Asks what a placeholder is called and what it stands for; only what the grammar can write gets out. */
export function PlaceholderForm({ placeholder, variables, action, onDone, onCancel, onRemove }: Props) {
  const id = useId();
  const [draft, setDraft] = useState(placeholder);
  const [options, setOptions] = useState(placeholder.options.join("\n"));
  const [tried, setTried] = useState(false);
  /** The type that was asked for; a name that is there already brings its own. */
  const [asked, setAsked] = useState(placeholder.type);
  // An option holds no comma: people who write them in one line mean several.
  const whole = { ...draft, options: options.split(/[\n,]/) };
  const problem = placeholderProblem(whole);
  const known = variables.find(({ name }) => name === draft.name && name !== placeholder.name);

  const rename = (name: string) => {
    const same = variables.find((variable) => variable.name === name);
    setDraft({ ...draft, name, type: same?.type ?? asked, ...(same ? { fallback: same.fallback } : {}) });
    if (same && same.options.length > 0) setOptions(same.options.join("\n"));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form is in a portal inside the editor's form.
    event.stopPropagation();
    if (problem === null) onDone(whole);
    else setTried(true);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Name"
        value={draft.name}
        autoComplete="off"
        slotProps={{ htmlInput: { list: `${id}-names`, spellCheck: false } }}
        autoFocus
        onChange={(event) => rename(event.target.value)}
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
          This template has “{known.name}” already, as {PLACEHOLDER_KINDS[known.type].word}: each name is one
          placeholder.
        </p>
      )}
      {draft.type === "dropdown" && (
        <TextArea
          label="Options, one per line"
          rows={4}
          value={options}
          onChange={(event) => setOptions(event.target.value)}
        />
      )}
      {draft.type === "text" && (
        <FallbackChoice value={draft.fallback} onChange={(fallback) => setDraft({ ...draft, fallback })} />
      )}
      <p
        className={styles.written}
        data-wrong={tried && problem !== null}
        role={tried && problem !== null ? "alert" : undefined}
      >
        {tried && problem !== null ? (
          problem
        ) : problem === null ? (
          <>
            <PlaceholderChip name={draft.name} type={draft.type} /> <code>{serializePlaceholder(whole)}</code>
          </>
        ) : (
          <span>A CSV column with exactly this name fills it.</span>
        )}
      </p>
      <div className={styles.actions}>
        {onRemove && (
          <Button color="error" variant="text" onClick={onRemove} sx={{ mr: "auto", color: "var(--failed)" }}>
            Remove
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="contained">
          {action}
        </Button>
      </div>
    </form>
  );
}
