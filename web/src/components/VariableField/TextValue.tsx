import TextField from "@mui/material/TextField";
import type { KeyboardEvent } from "react";
import { TextArea } from "../TextArea.tsx";
import type { ValueProps } from "./valueProps.ts";

interface Props extends ValueProps {
  placeholder: string;
  isEmail: boolean;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}

/** Text, which may be pasted with line breaks or broken with Shift and Enter. An address is one line. */
export function TextValue({ isEmail, onChange, onLeave, ...props }: Props) {
  const field = {
    ...props,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBlur: onLeave,
    onKeyDown: (event: KeyboardEvent) => {
      // Enter is a habit from forms: no one wants an empty line in "Dear Ann".
      if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) event.preventDefault();
    },
  };
  return isEmail ? (
    <TextField
      {...field}
      slotProps={{ htmlInput: { inputMode: "email", autoCapitalize: "none", spellCheck: false } }}
    />
  ) : (
    <TextArea {...field} maxRows={6} dir="auto" />
  );
}
