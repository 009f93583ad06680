import styles from "./Spinner.module.css";

interface Props {
  /** What the person waits for. It is shown beside the ring and read aloud. */
  label: string;
  /** Fills the screen, for a page that hasn't loaded. */
  page?: boolean;
}

/** A turning ring. Most places show a skeleton instead, because it says more. */
export function Spinner({ label, page = false }: Props) {
  return (
    <div role="status" className={styles[page ? "page" : "inline"]}>
      <span className={styles.ring} aria-hidden />
      <span>{label}</span>
    </div>
  );
}
