import styles from "./RecipientChips.module.css";

interface Props {
  /** The field's id; the messages are tied to it. */
  id: string;
  errors: readonly string[];
  ignored: readonly string[];
  success: string | null;
}

/** The messages below the field: hint, errors and successes. */
export function RecipientMessages({ id, errors, ignored, success }: Props) {
  return (
    <>
      <p id={`${id}-hint`} className={styles.hint}>
        Press Enter, Tab, comma or space to add an address, or paste a list. Each person gets a separate email.
      </p>
      <div id={`${id}-errors`} role="alert" className={styles.errors}>
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
        {ignored.length > 0 && <p className={styles.ignored}>Not added: {ignored.join(", ")}</p>}
      </div>
      <p role="status" className={styles.success}>
        {success}
      </p>
    </>
  );
}
