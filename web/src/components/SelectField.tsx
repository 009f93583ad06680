import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { KeyboardEvent, ReactNode, SyntheticEvent } from "react";

interface Props<T extends string> {
  label?: ReactNode;
  /** "" selects none of the options. */
  value: T | "";
  options: readonly { value: T; word: ReactNode }[];
  /** The label of the empty choice; absent if a choice is required. */
  none?: string;
  /** The text while nothing is chosen. */
  empty?: string;
  onChange: (value: T | null) => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** The text below it while there is no error. */
  hint?: ReactNode;
  id?: string;
  disabled?: boolean;
  /**
   * Whether its list is open, and what opening and closing it does; by default it opens on a click.
   */
  menu?: { open: boolean; onOpen: () => void; onClose: () => void };
}

function ignoreLetters(event: KeyboardEvent): void {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key.length === 1 && !isShortcut) event.preventDefault();
}

/** A choice of one from a list: the one select behind the sign-in. */
export function SelectField<T extends string>(props: Props<T>) {
  const { value, options, none, empty = none, onChange, error, hint, menu, ...field } = props;
  const wordOf = (chosen: unknown) => options.find((option) => option.value === chosen)?.word;
  return (
    <TextField
      {...field}
      select
      value={value}
      onChange={(event) =>
        onChange(options.find((option) => option.value === event.target.value)?.value ?? null)
      }
      error={Boolean(error)}
      helperText={error || hint}
      slotProps={{
        select: {
          ...menu,
          displayEmpty: empty !== undefined,
          // MUI chooses the option that begins with a letter typed on the closed field.
          SelectDisplayProps: { onKeyDownCapture: ignoreLetters },
          // MUI chooses the option under the mouse at the end of a slow press on the field. The list
          // may cover the field, so that would be an option no one meant: only a click chooses.
          MenuProps: {
            slotProps: {
              list: { onMouseUpCapture: (event: SyntheticEvent) => event.stopPropagation() },
            },
          },
          renderValue: (chosen) =>
            wordOf(chosen) ?? <span style={{ color: "var(--ink-soft)" }}>{empty}</span>,
        },
      }}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.word}
        </MenuItem>
      ))}
    </TextField>
  );
}
