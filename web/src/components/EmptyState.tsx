import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

interface Props {
  /** A line drawing; see `Drawings.tsx`. */
  drawing: ReactNode;
  /** One sentence about the future content. */
  sentence: ReactNode;
  /** One action that begins it. */
  action?: ReactNode;
}

/** Shown where there is no content yet. */
export function EmptyState({ drawing, sentence, action }: Props) {
  return (
    <div className={styles.empty}>
      {drawing}
      <p className={styles.sentence}>{sentence}</p>
      {action}
    </div>
  );
}
