import type { ReactNode } from "react";
import styles from "./PlainPage.module.css";

interface Props {
  drawing: ReactNode;
  title: string;
  text: string;
  /** Whether it is inside a page that has its own main part. */
  inside?: boolean;
  children?: ReactNode;
}

/** A page with one thing to say and one thing to do. */
export function PlainPage({ drawing, title, text, inside = false, children }: Props) {
  const Part = inside ? "section" : "main";
  return (
    <Part className={styles.page}>
      {drawing}
      <h1 className="size-28">{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </Part>
  );
}
