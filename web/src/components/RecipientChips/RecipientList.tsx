import { formatRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ChipEditor } from "./ChipEditor.tsx";
import { RecipientChip } from "./RecipientChip.tsx";
import styles from "./RecipientChips.module.css";

interface Props {
  recipients: readonly RecipientText[];
  disabled: boolean;
  onCorrect: (index: number, text: string) => void;
  onRemove: (index: number) => void;
  /** The focus goes past the last chip. */
  onLeave: () => void;
}

/** The chips: one stop of the Tab key, arrows between them, Enter to edit one in its place, Delete to take it out. */
export function RecipientList({ recipients, disabled, onCorrect, onRemove, onLeave }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [edited, setEdited] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  /** Where the focus goes once the list has been drawn again. */
  const wanted = useRef<number | null>(null);
  const last = recipients.length - 1;

  const focus = (index: number) => {
    const chip = list.current?.querySelectorAll<HTMLElement>("[data-chip]")[index];
    if (chip) chip.focus();
    else onLeave();
  };
  useEffect(() => {
    if (wanted.current === null || edited !== null) return;
    const index = wanted.current;
    wanted.current = null;
    focus(index);
  });

  const remove = (index: number, next: number) => {
    wanted.current = Math.max(0, next);
    onRemove(index);
  };
  const press = (event: KeyboardEvent, index: number) => {
    const { key } = event;
    const target = { arrowleft: Math.max(0, index - 1), arrowright: index + 1, home: 0, end: last }[key.toLowerCase()];
    if (target !== undefined) focus(target);
    else if (key === "F2") setEdited(index);
    else if (key === "Delete") remove(index, index);
    else if (key === "Backspace") remove(index, index - 1);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <ul ref={list} className={styles.chips} aria-label="Recipients added">
        {recipients.map((recipient, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip is its place; two of them may hold the same wrong text.
          <li key={index} className={styles.item}>
            {edited === index ? (
              <ChipEditor
                text={
                  recipient.address === null
                    ? recipient.text
                    : formatRecipient({ ...recipient, address: recipient.address })
                }
                onDone={(text, isByKey) => {
                  setEdited(null);
                  if (isByKey) wanted.current = recipients.length;
                  if (text !== null) onCorrect(index, text);
                }}
              />
            ) : (
              <RecipientChip
                recipient={recipient}
                disabled={disabled}
                isStop={index === Math.min(current, last)}
                describedBy={`${id}-keys`}
                onFocus={() => setCurrent(index)}
                onKeyDown={(event) => press(event, index)}
                onEdit={() => setEdited(index)}
                onRemove={() => remove(index, recipients.length)}
              />
            )}
          </li>
        ))}
      </ul>
      <span id={`${id}-keys`} className="unseen">
        Press Enter to edit, Delete to remove.
      </span>
    </>
  );
}
