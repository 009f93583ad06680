import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

interface Props {
  /** A line drawing; see `Drawings.tsx`. */
  drawing: ReactNode;
  /** One sentence: what will be here. */
  sentence: ReactNode;
  /** One action that begins it. */
  action?: ReactNode;
}

/** What a place shows before there is anything in it. */
export function EmptyState({ drawing, sentence, action }: Props) {
  return (
    <div className={styles.empty}>
      {drawing}
      <p className={styles.sentence}>{sentence}</p>
      {action}
    </div>
  );
}
