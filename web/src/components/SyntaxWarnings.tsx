import type { LookAlike } from "@sendwright/core/placeholders";
import { TriangleAlert } from "lucide-react";
import type { WarningsOfText } from "../lib/warningsOfTexts.ts";
import { Button } from "./Button.tsx";
import styles from "./SyntaxWarnings.module.css";

interface Props extends WarningsOfText {
  /** Writes the placeholder that a look-alike offers. */
  onUse: (lookAlike: LookAlike) => void;
  disabled?: boolean;
}

/**
 * The grammar's warnings below the text that they are about, with a button for each that one click
 * can follow.
 */
export function SyntaxWarnings({ warnings, lookAlikes, onUse, disabled = false }: Props) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Template syntax warnings">
      {warnings.map((warning) => {
        const lookAlike = lookAlikes.find(({ message }) => message === warning);
        return (
          <li key={warning}>
            <TriangleAlert size={14} color="var(--warning)" aria-hidden /> {warning}
            {lookAlike && (
              <Button
                size="small"
                variant="text"
                disabled={disabled}
                onClick={() => onUse(lookAlike)}
              >
                Use {lookAlike.instead}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
