import TextField from "@mui/material/TextField";
import type { Ref } from "react";

interface Props {
  /** The label of the search, and the hint while the field is empty. */
  label: string;
  value: string;
  onChange: (sought: string) => void;
  /** How much is found; said while something is looked for. */
  found: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A search field that announces its results. */
export function SearchField({ label, value, onChange, found, inputRef }: Props) {
  return (
    <TextField
      type="search"
      fullWidth
      placeholder={label}
      value={value}
      inputRef={inputRef}
      onChange={(event) => onChange(event.target.value)}
      helperText={value.trim() === "" ? undefined : found}
      slotProps={{ htmlInput: { "aria-label": label }, formHelperText: { role: "status" } }}
      sx={{ maxWidth: 360 }}
    />
  );
}
