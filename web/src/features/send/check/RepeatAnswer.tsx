import Button from "@mui/material/Button";
import type { RepeatQuestion } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import type { List, Repeats } from "@sendwright/core/list/list";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { listSample } from "../list/templateForList.ts";
import styles from "./check.module.css";

interface Props {
  form: Pick<SendForm, "choice">;
  change: (action: SendFormAction) => void;
  list: List;
  question: RepeatQuestion;
  /** The placeholders of the email. */
  variables: readonly Variable[];
  /** Leads to the first of these rows. */
  onLook: () => void;
}

const ANSWERS: readonly { value: Repeats; word: string }[] = [
  { value: "each", word: "Send each" },
  { value: "first", word: "Only the first" },
];

/** The answers for the whole list; its rows show the first two. */
export function RepeatAnswer(props: Props) {
  const { change, list, onLook } = props;
  const writeOne = useOneEmail(props);
  return (
    <>
      <fieldset className={styles.answer}>
        <legend className="unseen">Rows that share a mailbox</legend>
        {ANSWERS.map(({ value, word }) => (
          <Button
            key={value}
            size="small"
            variant={list.repeats === value ? "contained" : "outlined"}
            aria-pressed={list.repeats === value}
            onClick={() => change({ type: "list", change: { type: "repeats", repeats: value } })}
          >
            {word}
          </Button>
        ))}
        {writeOne && (
          <Button size="small" variant="outlined" onClick={writeOne}>
            One email with all their rows
          </Button>
        )}
        <Button size="small" variant="text" onClick={onLook}>
          Decide row by row
        </Button>
      </fieldset>
      {writeOne && (
        <p className="hint">
          One email needs a part of the template that repeats for each row. The editor opens with a
          suggestion.
        </p>
      )}
    </>
  );
}

/**
 * A function that opens the template with a suggestion of what to repeat for each row, and shows
 * the first of these emails once it is saved; null if there is no template to open.
 */
function useOneEmail({ form: { choice }, change, list, question, variables }: Props) {
  const write = useWriteTemplate();
  const [first] = question.rows;
  if (!write || choice.kind !== "template" || first === undefined) return null;
  // Rows may also differ in their files.
  const known = new Set(variables.map(({ name }) => name));
  const repeat = question.names.filter((name) => known.has(name));
  return () =>
    write({ id: choice.id, sample: listSample(list), repeat }, () =>
      change({ type: "preview", row: first }),
    );
}
