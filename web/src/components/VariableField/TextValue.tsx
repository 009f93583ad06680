import TextField from "@mui/material/TextField";
import type { ValueProps } from "./valueProps.ts";

interface Props extends ValueProps {
  placeholder: string;
  isEmail: boolean;
  onChange: (text: string) => void;
}

/** Text, which may be pasted with line breaks or broken with Shift and Enter. An address is one line. */
export function TextValue({ placeholder, isEmail, onChange, onLeave, ...field }: Props) {
  return (
    <TextField
      {...field}
      multiline={!isEmail}
      maxRows={6}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        // Enter belongs to a form's habits: nobody wants an empty line in "Dear Ann".
        if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) event.preventDefault();
      }}
      slotProps={{
        htmlInput: isEmail ? { inputMode: "email", autoCapitalize: "none", spellCheck: false } : { dir: "auto" },
      }}
      autoComplete="off"
    />
  );
}
