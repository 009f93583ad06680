import { TriangleAlert } from "lucide-react";
import styles from "./TemplateEditor.module.css";

/** What the grammar warns of, below the text it speaks of. */
export function SyntaxWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Template syntax warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <TriangleAlert size={14} color="var(--warning)" aria-hidden /> {warning}
        </li>
      ))}
    </ul>
  );
}
