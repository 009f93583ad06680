import { type Placeholder, tokenize } from "@sendwright/core/placeholders";
import { PLACEHOLDER_KINDS } from "./placeholderKinds.ts";
import styles from "./WrittenText.module.css";

/**
 * A subject as it was written, to be read by people: its placeholders by their names, in their
 * colors.
 */
export function WrittenText({ text }: { text: string }) {
  return tokenize(text, "text").map((token) => {
    if (token.kind === "literal" || token.kind === "refused") return token.source;
    if (token.kind !== "placeholder") return null;
    const { color, tint } = PLACEHOLDER_KINDS[token.type];
    return (
      <span key={token.start} className={styles.name} style={{ color, backgroundColor: tint }}>
        {nameOf(token)}
      </span>
    );
  });
}

/** As `WrittenText`, for places that take only plain text. */
export function writtenWords(text: string): string {
  return tokenize(text, "text")
    .map((token) => {
      if (token.kind === "literal" || token.kind === "refused") return token.source;
      return token.kind === "placeholder" ? nameOf(token) : "";
    })
    .join("");
}

function nameOf({ name, isSum }: Pick<Placeholder, "name" | "isSum">): string {
  return isSum ? `${name} total` : name;
}
