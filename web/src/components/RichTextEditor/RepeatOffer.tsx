import { useMemo, useState } from "react";
import { Button } from "../Button.tsx";
import { Notice } from "../ErrorNotice.tsx";
import type { BodyEditor } from "./createBodyEditor.ts";
import { proposedRepeat } from "./proposedRepeat.ts";
import styles from "./RichTextField.module.css";

interface Props {
  editor: BodyEditor;
  subject: string;
  /** As the editor has it. */
  body: string;
  /** The placeholders in which rows of one email differ. */
  names: readonly string[];
}

/** So many lines are shown. */
const MAX_LINES = 5;

const listed = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/**
 * Offers to repeat the lines that differ between the rows of an email, until you repeat them or say
 * no. Says what can't differ.
 */
export default function RepeatOffer({ editor, subject, body, names }: Props) {
  const [isDone, setDone] = useState(false);
  const { lines, left } = useMemo(
    () => proposedRepeat({ subject, body }, names),
    [subject, body, names],
  );
  const offers = lines.length > 0 && !isDone;
  const problems = [
    ...(left.subject.length > 0
      ? [
          `The subject is the same for all rows of an email, so it can't have ${listed(left.subject)}. Take it out, or use a total.`,
        ]
      : []),
    ...(left.body.length > 0
      ? [`${listed(left.body)} can't repeat where it is. Move it into a line of its own.`]
      : []),
  ];
  if (!offers && problems.length === 0) return null;
  return (
    <div className={styles.offer}>
      <Notice
        action={
          offers && (
            <>
              <Button
                size="small"
                variant="contained"
                onClick={() =>
                  editor.edit((now) => proposedRepeat({ subject, body: now }, names).body)
                }
              >
                Repeat
              </Button>
              <Button size="small" onClick={() => setDone(true)}>
                Close
              </Button>
            </>
          )
        }
      >
        {offers && (
          <>
            <p>
              Rows with the same address can be one email. Repeat{" "}
              {lines.length === 1 ? "this line" : "these lines"} for each row?
            </p>
            <ul>
              {lines.slice(0, MAX_LINES).map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal, and none moves.
                <li key={at}>{line}</li>
              ))}
              {lines.length > MAX_LINES && <li>and {lines.length - MAX_LINES} more</li>}
            </ul>
          </>
        )}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Notice>
    </div>
  );
}
