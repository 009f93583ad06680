import type { Variable } from "@sendwright/core/contract";
import { SelectField } from "../SelectField.tsx";
import type { ValueProps } from "./valueProps.ts";

interface Props extends ValueProps {
  variable: Variable;
  onChange: (option: string) => void;
}

/** One of the options; none of them only if the value may be blank. */
export function ChoiceValue({ variable, value, onChange, onLeave, error, helperText, ...field }: Props) {
  const { options, fallback, required } = variable;
  const none = fallback ?? (required ? undefined : "None");
  return (
    <SelectField
      {...field}
      value={options.includes(value) ? value : ""}
      options={options.map((option) => ({ value: option, word: option }))}
      {...(none !== undefined && { none })}
      empty={fallback ?? "Choose…"}
      onChange={(option) => onChange(option ?? "")}
      onBlur={onLeave}
      error={error && helperText}
      hint={helperText}
    />
  );
}
