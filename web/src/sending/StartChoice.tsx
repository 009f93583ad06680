import { useState } from "react";
import { Segmented } from "../components/Segmented.tsx";
import styles from "./Start.module.css";
import { StartPicker } from "./StartPicker.tsx";
import { fullWords, suggestions } from "./startTimes.ts";

/** When a send begins. `at`: ISO time; null while what is chosen is no time that can be taken. */
export type Beginning = { kind: "now" } | { kind: "later"; at: string | null };

interface Props {
  when: Beginning;
  onChange: (when: Beginning) => void;
}

const NOW = "now";
const OWN = "own";

/** Now, at one of the next mornings, or at a time of the person's choice; said in full. */
export function StartChoice({ when, onChange }: Props) {
  const [offers] = useState(() => suggestions(Date.now()));
  const at = when.kind === "later" ? when.at : null;
  const [isOwn, setOwn] = useState(when.kind === "later" && !offers.some((offer) => offer.at === at));
  const value = when.kind === "now" ? NOW : isOwn || at === null ? OWN : at;
  const choose = (next: string) => {
    setOwn(next === OWN);
    if (next === NOW) onChange({ kind: "now" });
    // A time of one's own begins with the one chosen until then.
    else onChange({ kind: "later", at: next === OWN ? at : next });
  };
  return (
    <div className={styles.start}>
      <Segmented
        label="When"
        value={value}
        options={[
          { value: NOW, word: "Now" },
          ...offers.map((offer) => ({ value: offer.at, word: offer.word })),
          { value: OWN, word: "Choose…" },
        ]}
        onChange={choose}
      />
      {value === OWN && <StartPicker at={at} onChange={(chosen) => onChange({ kind: "later", at: chosen })} />}
      {value !== OWN && at !== null && (
        <p role="status" className={styles.words}>
          {fullWords(at)}
        </p>
      )}
    </div>
  );
}
