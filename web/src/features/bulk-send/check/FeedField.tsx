import type { Variable } from "@sendwright/core/contract";
import { isBlank } from "@sendwright/core/placeholders";
import { SelectField } from "../../../components/SelectField.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/stickyValues.ts";
import { type Feeding, givenValue, NO_COLUMN } from "../form/sameForAll.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";

interface Props {
  bulk: Bulk;
  variable: Variable;
  /** The column that feeds it; null where none does. */
  header: string | null;
  headers: readonly string[];
  feeding: Feeding;
  /** Why there must be something. */
  lack: string | undefined;
}

const SAME = "same";
const NONE = "none";
type Choice = typeof SAME | typeof NONE | `column ${string}`;

/** What feeds a variable: a column, or one value for everybody that is written here. */
export function FeedField({ bulk, variable, header, headers, feeding, lack }: Props) {
  const { form, change, mail, csv, uid } = bulk;
  const { name, type, required } = variable;
  const isSame = Object.hasOwn(feeding.sameForAll, name);
  const value = givenValue(form.values, name);
  const columns = csv.isTyped
    ? [{ value: `column ${name}` as const, word: "Its column in the table" }]
    : headers.map((one) => ({ value: `column ${one}` as const, word: one }));
  const options: { value: Choice; word: string }[] = [...columns, { value: SAME, word: "The same for everyone" }];
  if (!csv.isTyped && !headers.includes(name)) options.push({ value: NONE, word: "No column" });
  const choose = (choice: Choice | null) => {
    if (choice === SAME) return change({ type: "sameForAll", variable: name, same: true });
    const column = choice === null || choice === NONE ? NO_COLUMN : choice.slice("column ".length);
    if (column === name) change({ type: "sameForAll", variable: name, same: false });
    else change({ type: "map", variable: name, header: column });
  };
  const chosen = header === null ? NONE : (`column ${csv.isTyped ? name : header}` as const);
  return (
    <>
      <SelectField
        name={`Column for ${name}`}
        value={isSame ? SAME : chosen}
        options={options}
        onChange={choose}
        error={lack}
      />
      {isSame && mail && (
        <div className={styles.same}>
          <VariableField
            variable={variable}
            value={value}
            formats={mail}
            error={required && isBlank(value) && !form.unfinished.includes(name) ? "Write what all get." : undefined}
            onChange={(next, isUnfinished) => {
              if (type === "sticky") rememberSticky(uid, name, next);
              change({ type: "value", variable: name, value: next, isUnfinished });
            }}
          />
        </div>
      )}
      {feeding.taken.has(name) && header !== null && (
        <div className={styles.reading}>
          Column “{header}” is taken for {`{{${name}}}`}: only case or spaces differ.
        </div>
      )}
    </>
  );
}
