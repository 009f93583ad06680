import styles from "./AirmailStripe.module.css";

interface Props {
  /** The awaited thing; shown beside the spinner and read aloud. */
  label: string;
  /** Fills the screen, for a page that is not there yet. */
  page?: boolean;
}

/** The turning ring; most places show a skeleton instead, because it says more. */
export function Spinner({ label, page = false }: Props) {
  return (
    <div role="status" className={styles[page ? "page" : "inline"]}>
      <span className={styles.ring} aria-hidden />
      <span>{label}</span>
    </div>
  );
}
