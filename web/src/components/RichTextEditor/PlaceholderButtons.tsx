import { type VariableType, variableType } from "@sendwright/core/contract";
import { Split } from "lucide-react";
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
}

/**
 * The buttons that write a placeholder into the body, Text, Sticky, Dropdown, Date, Time, Email,
 * and one for a condition.
 */
export const PlaceholderButtons = memo(function PlaceholderButtons({
  disabled,
  onChoose,
  onCondition,
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
    </div>
  );
});

const ICONS = [
  ...Object.entries(PLACEHOLDER_KINDS).map(([kind, { Icon }]) => [kind as ChipKind, Icon] as const),
  ["condition", Split] as const,
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
