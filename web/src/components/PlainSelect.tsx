import { PlainField } from "./PlainField.tsx";

interface Props<T extends string> {
  label: string;
  /** "" stands for none of the options. */
  value: T | "";
  options: readonly { value: T; word: string }[];
  /** What the choice of none is called; absent where one must be chosen. */
  none?: string;
  onChange: (value: T | null) => void;
  error?: string | undefined;
}

/** A choice of one, drawn by the browser itself: as quick with 500 options as with three. */
export function PlainSelect<T extends string>({ label, value, options, none, onChange, error }: Props<T>) {
  return (
    <PlainField label={label} error={error}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value ?? null)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {none === undefined && value === "" && <option value="" disabled hidden />}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.word}
            </option>
          ))}
        </select>
      )}
    </PlainField>
  );
}
