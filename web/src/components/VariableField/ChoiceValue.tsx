import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/functions/contract";
import type { ValueProps } from "./valueProps.ts";

interface Props extends ValueProps {
  variable: Variable;
  onChange: (option: string) => void;
}

/** One of the options, or none. */
export function ChoiceValue({ variable, value, onChange, onLeave, ...field }: Props) {
  const { options, fallback } = variable;
  return (
    <TextField
      {...field}
      select
      value={options.includes(value) ? value : ""}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue: (chosen) =>
            chosen === "" ? <span style={{ color: "var(--ink-soft)" }}>{fallback ?? "Choose"}</span> : String(chosen),
        },
      }}
    >
      <MenuItem value="">
        <em>{fallback ?? "None"}</em>
      </MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}
