import { type VariableType, variableType } from "@sendwright/core/contract";
import { Split } from "lucide-react";
import { memo } from "react";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "./BodyField.module.css";

interface Props {
  disabled: boolean;
  onChoose: (type: VariableType) => void;
  /** Called to ask for a condition around the selection. */
  onCondition: () => void;
}

/** The buttons that write a placeholder into the body, Text, Sticky, Dropdown, Date, Time, Email, and one for a condition. */
export const PlaceholderButtons = memo(function PlaceholderButtons({ disabled, onChoose, onCondition }: Props) {
  return (
    <div className={styles.insertion}>
      <fieldset className={styles.placeholders}>
        <legend className="unseen">Insert a placeholder</legend>
        {variableType.options.map((type) => {
          const { word, Icon, colour } = PLACEHOLDER_KINDS[type];
          return (
            <button
              key={type}
              type="button"
              className={styles.placeholder}
              style={{ color: disabled ? "inherit" : colour }}
              disabled={disabled}
              onClick={() => onChoose(type)}
            >
              <Icon size={14} aria-hidden />
              {word}
            </button>
          );
        })}
      </fieldset>
      <button type="button" className={styles.placeholder} disabled={disabled} onClick={onCondition}>
        <Split size={14} aria-hidden />
        Only if…
      </button>
    </div>
  );
});
