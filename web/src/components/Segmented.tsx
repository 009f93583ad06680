import { useId } from "react";
import styles from "./Segmented.module.css";

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; word: string }[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** A choice between a few words. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={styles.option}
          data-on={option.value === value}
          data-word={option.word}
        >
          <input
            type="radio"
            className="over"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.word}
        </label>
      ))}
    </fieldset>
  );
}
