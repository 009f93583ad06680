import type { Variable } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import type { Feeds } from "@sendwright/core/list/mapping";
import { type ReactNode, useId, useRef, useState } from "react";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { Segmented } from "../../../components/Segmented.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { inPlace } from "../../../lib/inPlace.ts";
import type { Tab } from "../form/sendForm.ts";
import styles from "./values.module.css";

/** Where the values of a placeholder come from: one for each person, or one for everyone. */
type ValueSource = "own" | "same";

const WORDS: Record<Tab, Record<ValueSource, string>> = {
  bulk: { own: "From the list", same: "The same for everyone" },
  direct: { own: "Each their own", same: "Same for all" },
};

interface Props {
  tab: Tab;
  variable: Variable;
  source: ValueSource;
  onSource: (source: ValueSource) => void;
  /** The column or the field, below the switch. */
  children: ReactNode;
}

/**
 * The line of one placeholder: a switch for where its values come from, and the column or the
 * value.
 */
export function ValueLine({ tab, variable: { name, type }, source, onSource, children }: Props) {
  const line = useRef<HTMLFieldSetElement>(null);
  const words = WORDS[tab];
  // The order in which the choices are read in each tab: the usual one of Direct Send is one value.
  const order: readonly ValueSource[] = tab === "direct" ? ["same", "own"] : ["own", "same"];
  return (
    <fieldset ref={line} className={styles.line} data-placeholder={name}>
      <legend className="unseen">{name}</legend>
      <div className={styles.head}>
        <PlaceholderChip name={name} type={type} />
        <Segmented
          label={`Where ${name} comes from`}
          value={source}
          options={order.map((value) => ({ value, word: words[value] }))}
          // A table may come above it.
          onChange={(next) => inPlace(line.current, () => onSource(next))}
        />
      </div>
      {children}
    </fieldset>
  );
}

/** The choice of a column that isn't in the list yet. */
const NEW = "new";
type SourceOption = typeof NEW | `column ${string}`;

interface ColumnProps {
  list: List;
  feeds: Feeds;
  name: string;
  /** By header: the first values of each column. */
  samples: ReadonlyMap<string, string>;
  /** The columns that look like this placeholder: they come first. */
  likely: readonly string[];
  onColumn: (header: string) => void;
  /** Adds a column with the placeholder's name; null if there is one. */
  onNew: (() => void) | null;
  /** Whether its list is open at first. */
  startsOpen: boolean;
  /** Called if the list closes and the placeholder has no column. */
  onCancel: () => void;
}

/** Chooses the column of a placeholder, with the first values of each. */
export function ColumnField({
  list,
  feeds,
  name,
  samples,
  likely,
  onColumn,
  onNew,
  startsOpen,
  onCancel,
}: ColumnProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const hasChosen = useRef(false);
  const id = useId();
  const header = feeds.get(name) ?? null;
  const first = new Set(likely);
  const headers = [...likely, ...list.columns.filter((one) => !first.has(one))];
  const options: { value: SourceOption; word: ReactNode }[] = headers.map((one) => ({
    value: `column ${one}`,
    word: (
      <span className={styles.option}>
        {one} <small>{samples.get(one) || "no values"}</small>
      </span>
    ),
  }));
  if (onNew) options.push({ value: NEW, word: "A new column, to fill in below" });
  const others = [...feeds].flatMap(([other, own]) =>
    own === header && other !== name ? `{{${other}}}` : [],
  );
  return (
    <SelectField
      id={id}
      label={`Column for ${name}`}
      value={header === null ? "" : (`column ${header}` as const)}
      options={options}
      empty="Choose a column"
      hint={
        header !== null && others.length > 0
          ? `This column is also used for ${others.join(", ")}.`
          : undefined
      }
      menu={{
        open: isOpen,
        onOpen: () => {
          hasChosen.current = false;
          setOpen(true);
        },
        // Comes after a choice, too, before that is drawn.
        onClose: () => {
          setOpen(false);
          if (header === null && !hasChosen.current) onCancel();
        },
      }}
      onChange={(choice) => {
        hasChosen.current = true;
        // A list that was open at first gives the focus back to the control that drew it.
        setTimeout(() => document.getElementById(id)?.focus());
        if (choice === NEW) onNew?.();
        else if (choice !== null) onColumn(choice.slice("column ".length));
      }}
    />
  );
}
