import type { ReactNode } from "react";
import styles from "./PlainPage.module.css";

interface Props {
  drawing: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page with one thing to say and one thing to do. */
export function PlainPage({ drawing, title, text, children }: Props) {
  return (
    <main className={styles.page}>
      {drawing}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </main>
  );
}
