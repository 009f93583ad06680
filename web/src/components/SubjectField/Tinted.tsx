import { tokenize } from "@sendwright/core/placeholders";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "./SubjectField.module.css";

const OTHERS = {
  open: "var(--skipped-tint)",
  inverted: "var(--skipped-tint)",
  close: "var(--skipped-tint)",
  refused: "var(--warning-tint)",
} as const;

interface Props {
  text: string;
  scrolled: number;
  /** `tint` lies behind the input, `letters` above it: there it colours the input's own. */
  layer: "tint" | "letters";
}

/**
 * Lies letter over letter on the input and makes its placeholders look like the body's. People and screen readers read
 * the input itself.
 */
export function Tinted({ text, scrolled, layer }: Props) {
  return (
    <div className={`${styles.tinted} ${styles[layer]}`} aria-hidden>
      <span style={{ transform: `translateX(${-scrolled}px)` }}>
        {tokenize(text, "text").map((token) => {
          if (token.kind === "literal") return token.source;
          const kind = token.kind === "placeholder" ? PLACEHOLDER_KINDS[token.type] : null;
          const tint = kind?.tint ?? OTHERS[token.kind as keyof typeof OTHERS];
          if (layer === "tint") {
            return (
              <mark key={token.start} style={{ background: tint, outlineColor: tint }} data-kind={token.kind}>
                {token.source}
              </mark>
            );
          }
          return (
            <span key={token.start} style={{ background: kind?.colour }}>
              {token.source}
            </span>
          );
        })}
      </span>
    </div>
  );
}
