import { useState } from "react";
import { Button } from "../../../components/Button.tsx";
import field from "../../../components/field.module.css";
import styles from "./files.module.css";
import { type FilePeople, personWord } from "./fileWords.ts";

interface Props {
  people: FilePeople;
  /** The file's name. */
  about: string;
  /** The label of the button that opens it. */
  word?: string;
  onChoose: (row: number) => void;
}

/** Opening and closing keeps the keyboard's place. */
function focus(control: HTMLElement | null) {
  control?.focus();
}

/** Chooses whose a file is, among the people of the list. */
export function PersonChoice({ people, about, word = "Choose another person", onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [hasChosen, setChosen] = useState(false);
  if (!isOpen) {
    return (
      <Button
        ref={hasChosen ? focus : null}
        size="small"
        variant="text"
        onClick={() => setOpen(true)}
      >
        {word}
      </Button>
    );
  }
  return (
    <select
      ref={focus}
      className={`${field.control} ${styles.person}`}
      aria-label={`Person for ${about}`}
      value=""
      onChange={(event) => {
        onChoose(Number(event.target.value));
        setChosen(true);
        setOpen(false);
      }}
    >
      <option value="" disabled>
        Choose a person
      </option>
      {[...people.values()].map(
        ({ id, numbers }) =>
          numbers.length > 0 && (
            <option key={id} value={id}>
              {personWord(people, id)}
            </option>
          ),
      )}
    </select>
  );
}
