import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type KeyboardEvent, memo, type ReactNode, type SyntheticEvent } from "react";
import { useStable } from "../lib/useStable.ts";

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

/** Whether two drawings of a field look the same: each one of its form makes the options anew. */
function looksSame<T extends string>(before: Props<T>, now: Props<T>): boolean {
  const { options: old, ...rest } = before;
  const { options, ...others } = now;
  const names = new Set([...Object.keys(rest), ...Object.keys(others)]);
  return (
    [...names].every((name) => Object.is(Reflect.get(rest, name), Reflect.get(others, name))) &&
    old.length === options.length &&
    options.every(({ value, word }, at) => value === old[at]?.value && word === old[at]?.word)
  );
}

/** A choice of one from a list: the one select behind the sign-in. */
export function SelectField<T extends string>({ onChange, onBlur, ...shown }: Props<T>) {
  const change = useStable((value: string | null) =>
    onChange(shown.options.find((option) => option.value === value)?.value ?? null),
  );
  const blur = useStable(() => onBlur?.());
  return <DrawnField {...shown} onChange={change} onBlur={blur} />;
}

/** MUI's select is 40 components, and a form has several: one is drawn only if it changes. */
const DrawnField = memo(function DrawnField(props: Props<string>) {
  const { value, options, none, empty = none, onChange, error, hint, menu, ...field } = props;
  const wordOf = (chosen: unknown) => options.find((option) => option.value === chosen)?.word;
  return (
    <TextField
      {...field}
      select
      value={value}
      onChange={(event) => onChange(event.target.value)}
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
}, looksSame);
