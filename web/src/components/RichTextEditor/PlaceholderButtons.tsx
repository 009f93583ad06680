import { type VariableType, variableType } from "@sendwright/functions/contract";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "./BodyField.module.css";

interface Props {
  disabled: boolean;
  onChoose: (type: VariableType) => void;
}

/** The buttons that write a placeholder into the body: Text, Sticky, Dropdown, Date, Time, Email. */
export function PlaceholderButtons({ disabled, onChoose }: Props) {
  return (
    <fieldset className={styles.placeholders}>
      <legend className="unseen">Insert a placeholder</legend>
      <span className={styles.insert} aria-hidden>
        Insert
      </span>
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
  );
}
