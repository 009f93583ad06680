import type { RecipientText } from "@sendwright/core/recipients/recipients";
import { TriangleAlert, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import styles from "./RecipientChips.module.css";

interface Props {
  recipient: RecipientText;
  disabled: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  describedBy: string;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** One person: the name if there is one, and the address; marked if the address is invalid. */
export function RecipientChip(props: Props) {
  const { recipient, disabled, isStop, describedBy, onFocus, onKeyDown, onEdit, onRemove } = props;
  const { address, name, text } = recipient;
  const isInvalid = address === null;
  return (
    <span className={styles.chip} data-invalid={isInvalid}>
      <button
        type="button"
        data-chip
        className={styles.who}
        title={isInvalid ? "Not an email address. Click to fix it." : text}
        tabIndex={isStop ? 0 : -1}
        disabled={disabled}
        aria-describedby={describedBy}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onEdit}
      >
        {isInvalid && <TriangleAlert size={14} aria-hidden />}
        {isInvalid && <span className="unseen">Not an email address: </span>}
        {name !== "" && <span className={styles.name}>{name}</span>}
        <span className={name === "" ? undefined : styles.address}>{address ?? text}</span>
      </button>
      <button
        type="button"
        className={styles.remove}
        tabIndex={-1}
        disabled={disabled}
        aria-label={`Remove ${address ?? text}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
