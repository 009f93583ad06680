import type { List } from "@sendwright/core/list/list";
import type { Feeds } from "@sendwright/core/list/mapping";
import { useState } from "react";
import { SelectField } from "../../../components/SelectField.tsx";
import styles from "./values.module.css";

/** The choice of a column that isn't in the list yet. */
const NEW = "new";
type Choice = typeof NEW | `column ${string}`;

interface Props {
  list: List;
  feeds: Feeds;
  name: string;
  /** By header: the first values of each column. */
  samples: ReadonlyMap<string, string>;
  /** The columns that look like this placeholder: they come first. */
  likely: readonly string[];
  onColumn: (header: string) => void;
  /** Adds a column with the placeholder's name; absent if there is one. */
  onNew: (() => void) | null;
  /** Opens the choice at once; called if it closes without one. */
  onCancel: (() => void) | null;
}

/** Chooses the column of a placeholder, with the first values of each. */
export function ColumnField({ list, feeds, name, samples, likely, onColumn, onNew, onCancel }: Props) {
  const [isOpen, setOpen] = useState(onCancel !== null);
  const header = feeds.get(name) ?? null;
  const isFirst = new Set(likely);
  const headers = [...likely, ...list.columns.filter((one) => !isFirst.has(one))];
  const options: { value: Choice; word: React.ReactNode }[] = headers.map((one) => ({
    value: `column ${one}`,
    word: (
      <span className={styles.option}>
        {one} <small>{samples.get(one) || "no values"}</small>
      </span>
    ),
  }));
  if (onNew) options.push({ value: NEW, word: "A new column, to fill in below" });
  const others = [...feeds].flatMap(([other, own]) => (own === header && other !== name ? `{{${other}}}` : []));
  return (
    <SelectField
      label={`Column for ${name}`}
      value={header === null ? "" : (`column ${header}` as const)}
      options={options}
      empty="Choose a column"
      hint={header !== null && others.length > 0 ? `This column is also used for ${others.join(", ")}.` : undefined}
      menu={{
        open: isOpen,
        onOpen: () => setOpen(true),
        onClose: () => {
          setOpen(false);
          if (header === null) onCancel?.();
        },
      }}
      onChange={(choice) => {
        if (choice === NEW) onNew?.();
        else if (choice !== null) onColumn(choice.slice("column ".length));
      }}
    />
  );
}
