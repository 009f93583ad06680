import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { SeveralAddresses as Decision } from "@sendwright/core/list/list";
import type { SeveralQuestion } from "@sendwright/core/list/severalQuestion";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { AnswerButtons } from "./AnswerButtons.tsx";
import styles from "./check.module.css";
import { severalMessage, tooManyRows } from "./questionWords.ts";

interface Props {
  question: SeveralQuestion;
  onAnswer: (decision: Decision) => void;
}

const ANSWERS = [
  { value: "each", word: "An email to each address" },
  { value: "cc", word: "One email, the others in Cc" },
] as const;

/**
 * Asks once how to write to people with several addresses, and which columns have addresses of
 * their own. The answers can be changed and taken back.
 */
export function SeveralAddresses({ question, onAnswer }: Props) {
  const { people, elsewhere, twice, example, candidates, columns, as, isOpen, isTooMany } =
    question;
  const hasAny = people + elsewhere + twice > 0;
  return (
    <Notice
      variant={isOpen ? "warning" : "info"}
      action={
        hasAny && (
          <AnswerButtons
            label="People with several addresses"
            options={ANSWERS.map((one) => ({
              ...one,
              disabled: one.value === "each" && isTooMany,
            }))}
            answer={isOpen ? null : as}
            onAnswer={(value) => onAnswer({ columns, as: value })}
          >
            {as === "each" && (
              <Button
                size="small"
                variant="text"
                color="secondary"
                onClick={() => onAnswer({ columns, as: null })}
              >
                Join them again
              </Button>
            )}
          </AnswerButtons>
        )
      }
    >
      <p>{severalMessage(question)}</p>
      {isOpen && example.length > 0 && <p className="breaks">{example.slice(0, 3).join(" · ")}</p>}
      {candidates.length > 1 && (
        <fieldset className={styles.columns}>
          <legend className="soft">Columns with each person's own addresses</legend>
          {candidates.map((header) => {
            const others = columns.filter((one) => one !== header);
            const isOwn = others.length < columns.length;
            return (
              <FormControlLabel
                key={header}
                label={header}
                control={
                  <Checkbox
                    size="small"
                    checked={isOwn}
                    disabled={isOwn && others.length === 0}
                    onChange={() =>
                      onAnswer({ columns: isOwn ? others : [...columns, header], as })
                    }
                  />
                }
              />
            );
          })}
        </fieldset>
      )}
      {isTooMany && as !== "each" && <p>{tooManyRows()}</p>}
    </Notice>
  );
}
