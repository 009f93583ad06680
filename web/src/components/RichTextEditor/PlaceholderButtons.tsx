import { type VariableType, variableType } from "@sendwright/core/contract";
import { Repeat, Split } from "lucide-react";
import { memo } from "react";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import { type ChipKind, iconId } from "./drawChip.ts";
import styles from "./RichTextField.module.css";
import toolbar from "./Toolbar.module.css";

interface Props {
  disabled: boolean;
  onChoose: (type: VariableType) => void;
  /** Called to ask for a condition around the selection. */
  onCondition: () => void;
  /** Called to make the selection repeat for each row. */
  onRepeat: () => void;
  /** Why it can't, as a sentence; null if it can. */
  repeatProblem: string | null;
}

/**
 * The buttons that write a placeholder into the body, Text, Sticky, Dropdown, Date, Time, Email,
 * one for a condition, and one to repeat lines for each row of an email.
 */
export const PlaceholderButtons = memo(function PlaceholderButtons({
  disabled,
  onChoose,
  onCondition,
  onRepeat,
  repeatProblem,
}: Props) {
  return (
    <div className={styles.insertion}>
      <fieldset className={`bare ${styles.placeholders}`}>
        <legend className="unseen">Insert a placeholder</legend>
        {variableType.options.map((type) => {
          const { word, Icon, color } = PLACEHOLDER_KINDS[type];
          return (
            <button
              key={type}
              type="button"
              className={toolbar.quiet}
              style={{ color: disabled ? "inherit" : color }}
              disabled={disabled}
              onClick={() => onChoose(type)}
            >
              <Icon size={14} aria-hidden />
              {word}
            </button>
          );
        })}
      </fieldset>
      <button type="button" className={toolbar.quiet} disabled={disabled} onClick={onCondition}>
        <Split size={14} aria-hidden />
        Only if…
      </button>
      <button
        type="button"
        className={toolbar.quiet}
        disabled={disabled}
        // The reason is for everyone: a disabled button has none on a phone or for the keyboard.
        aria-disabled={repeatProblem !== null}
        title={repeatProblem ?? undefined}
        onClick={onRepeat}
      >
        <Repeat size={14} aria-hidden />
        Repeat for each row
      </button>
    </div>
  );
});

const ICONS = [
  ...Object.entries(PLACEHOLDER_KINDS).map(([kind, { Icon }]) => [kind as ChipKind, Icon] as const),
  ["condition", Split] as const,
  ["rows", Repeat] as const,
];

/**
 * The drawings that the chips of the editor point to: they are plain DOM, and React draws the icons
 * only once.
 */
export function ChipSymbols() {
  return (
    <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true" focusable="false">
      {ICONS.map(([kind, Icon]) => (
        <symbol key={kind} id={iconId(kind)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}
