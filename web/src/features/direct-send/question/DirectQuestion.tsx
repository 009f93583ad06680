import { totalSize } from "@sendwright/core/files/fit";
import { formatBytes } from "@sendwright/core/files/size";
import { breakable } from "../../../components/breakable.tsx";
import { counted } from "../../../lib/counted.ts";
import styles from "./Question.module.css";
import { type SharedValue, sameValues } from "./sharedValues.ts";

interface Props {
  /** As the mail has it. */
  subject: string;
  from: string;
  /** As they are written into the call. */
  people: readonly string[];
  values: readonly SharedValue[];
  files: readonly { size: number }[];
}

/**
 * What the page and the extension ask about before a Direct Send. Several people's sender is told that nobody gets a value of their
 * own: here a name is seen that greets somebody else.
 */
export function DirectQuestion({ subject, from, people, values, files }: Props) {
  return (
    <>
      <p className={styles.subject} dir="auto">
        {subject}
      </p>
      <p>From {breakable(from)}, a separate email to each of:</p>
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person}>{breakable(person)}</li>
        ))}
      </ul>
      {people.length > 1 && values.length > 0 && (
        <>
          <p>{sameValues(people.length)}:</p>
          <ul className={styles.list}>
            {values.map(({ name, value }) => (
              <li key={name}>
                {name}: <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {files.length > 0 && (
        <p>
          With {counted(files.length, "attachment")}, {formatBytes(totalSize(files))}.
        </p>
      )}
    </>
  );
}
