import TextField, { type TextFieldProps } from "@mui/material/TextField";

type Props = Omit<
  TextFieldProps,
  "multiline" | "minRows" | "maxRows" | "rows" | "slotProps" | "sx"
> & {
  /** Lines that are there from the start. */
  rows?: number;
  /** Lines up to which it grows with its text; absent where it keeps its height. */
  maxRows?: number;
  dir?: "auto";
};

/**
 * Text of several lines. The browser lets it grow with its text; MUI's own measures every such
 * field on the page with every key. A browser that cannot keeps `rows`, and the text scrolls.
 */
export function TextArea({ rows = 1, maxRows = rows, dir, ...field }: Props) {
  return (
    <TextField
      {...field}
      multiline
      slotProps={{
        input: { inputComponent: "textarea" },
        htmlInput: {
          rows,
          dir,
          style: { fieldSizing: "content", minHeight: `${rows}lh`, maxHeight: `${maxRows}lh` },
        },
      }}
    />
  );
}
