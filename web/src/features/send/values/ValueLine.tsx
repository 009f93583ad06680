import type { Variable } from "@sendwright/core/contract";
import type { ReactNode } from "react";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { Segmented } from "../../../components/Segmented.tsx";
import type { Tab } from "../form/sendForm.ts";
import styles from "./values.module.css";

/** Where the values of a placeholder come from: one for each person, or one for everyone. */
export type ValueSource = "own" | "same";

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

/** The line of one placeholder: a switch for where its values come from, and the column or the value. */
export function ValueLine({ tab, variable: { name, type }, source, onSource, children }: Props) {
  const words = WORDS[tab];
  // The order in which the choices are read in each tab: the usual one of Direct Send is one value.
  const order: readonly ValueSource[] = tab === "direct" ? ["same", "own"] : ["own", "same"];
  return (
    <fieldset className={styles.line} data-placeholder={name}>
      <legend className="unseen">{name}</legend>
      <div className={styles.head}>
        <PlaceholderChip name={name} type={type} />
        <Segmented
          label={`Where ${name} comes from`}
          value={source}
          options={order.map((value) => ({ value, word: words[value] }))}
          onChange={onSource}
        />
      </div>
      {children}
    </fieldset>
  );
}
