import { tokenize } from "@sendwright/functions/core";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "./SubjectField.module.css";

const OTHERS = {
  open: "var(--skipped-tint)",
  inverted: "var(--skipped-tint)",
  close: "var(--skipped-tint)",
  refused: "var(--warning-tint)",
} as const;

/** Lies behind the input, letter under letter, and tints its placeholders. The input itself is what is read and heard. */
export function Tinted({ text, scrolled }: { text: string; scrolled: number }) {
  return (
    <div className={styles.tinted} aria-hidden>
      <span style={{ transform: `translateX(${-scrolled}px)` }}>
        {tokenize(text, "text").map((token) => {
          if (token.kind === "literal") return token.source;
          const background = token.kind === "placeholder" ? PLACEHOLDER_KINDS[token.type].tint : OTHERS[token.kind];
          return (
            <mark key={token.start} style={{ background }} data-kind={token.kind}>
              {token.source}
            </mark>
          );
        })}
      </span>
    </div>
  );
}
