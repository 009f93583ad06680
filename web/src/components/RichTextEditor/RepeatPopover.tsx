import { Button } from "../Button.tsx";
import { type FormAnchor, FormPopover, RemoveButton } from "../FormPopover.tsx";
import styles from "../popoverForm.module.css";

interface Props {
  anchor: FormAnchor;
  onClose: () => void;
  onRemove: () => void;
}

/** What a repeated part is, beside one of its ends, and the button that removes both ends. */
export default function RepeatPopover({ anchor, onClose, onRemove }: Props) {
  return (
    <FormPopover label="Repeated part" anchor={anchor} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.written}>
          Rows with the same address are one email. What is between “for each row” and “end” appears
          once for each of them.
        </p>
        <div className={styles.actions}>
          <RemoveButton onClick={onRemove}>Don't repeat</RemoveButton>
          <Button variant="contained" autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </FormPopover>
  );
}
