import type { VariableType } from "@sendwright/core/contract";
import styles from "./chip.module.css";
import { PLACEHOLDER_KINDS } from "./placeholderKinds.ts";

interface Props {
  name: string;
  type: VariableType;
  /** Beside the name, fainter: a fallback, an option count. */
  detail?: string;
  /** Whether it is the label of a field: a screen reader says which kind of field that is. */
  isLabel?: boolean;
  /** Makes the chip a button. */
  onClick?: () => void;
}

/** A placeholder, in the color and with the icon of its type. */
export function PlaceholderChip({ name, type, detail, isLabel = false, onClick }: Props) {
  const { word, Icon, color, tint } = PLACEHOLDER_KINDS[type];
  const look = { color, backgroundColor: tint };
  const content = (
    <>
      <Icon size={13} aria-hidden />
      {/* A date named "Date" is read once. */}
      {!isLabel && word.toLowerCase() !== name.toLowerCase() && (
        <span className="unseen">{word}: </span>
      )}
      {/* One text, so that it is cut at its end only. */}
      <span className={styles.name} title={onClick && name}>
        {name}
        {detail && <span className={styles.detail}> {detail}</span>}
      </span>
    </>
  );
  if (!onClick) {
    return (
      <span className={styles.chip} style={look} title={`${name} (${word.toLowerCase()})`}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" className={styles.chip} style={look} onClick={onClick}>
      {content}
    </button>
  );
}
