import type { TemplateFields } from "@sendwright/core/contract";
import { parseTemplate } from "@sendwright/core/placeholders";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import { STARTERS } from "./starterTemplates.ts";
import styles from "./TemplateList.module.css";

/** Three templates to start from: choosing one opens the editor with it, and nothing is saved yet. */
export default function Starters({ onStart }: { onStart: (starter: TemplateFields) => void }) {
  return (
    <section aria-labelledby="starters">
      <h2 id="starters" className={styles.startersTitle}>
        Or start with one of these
      </h2>
      <ul className={styles.starters}>
        {STARTERS.map(({ purpose, fields }) => (
          <li key={fields.name}>
            <button type="button" className={styles.starter} onClick={() => onStart(fields)}>
              <span className={styles.starterName}>{fields.name}</span>
              <span className={styles.soft}>{purpose}</span>
              <span className={styles.facts}>
                {parseTemplate(fields).variables.map(({ name, type }) => (
                  <PlaceholderChip key={name} name={name} type={type} />
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
