import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { memo } from "react";
import { useDeepStable, useStable } from "../lib/useStable.ts";

interface Props<T extends string> {
  label: string;
  /** Null shows all. */
  value: T | null;
  /** How many there are of all kinds. */
  total: number;
  kinds: readonly { kind: T; word: string; count: number }[];
  onChange: (kind: T | null) => void;
}

/** A row of filters, each with its count; the selected one is highlighted. */
export function Filters<T extends string>({ kinds, onChange, ...shown }: Props<T>) {
  const change = useStable((chosen: string | null) =>
    onChange(kinds.find(({ kind }) => kind === chosen)?.kind ?? null),
  );
  return <DrawnFilters {...shown} kinds={useDeepStable(kinds)} onChange={change} />;
}

/** MUI's buttons are six components each: they are drawn only if one changes. */
const DrawnFilters = memo(function DrawnFilters({
  label,
  value,
  total,
  kinds,
  onChange,
}: Props<string>) {
  const only = kinds.length === 1 ? kinds[0]?.kind : undefined;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={only ?? value ?? ""}
      onChange={(_event, chosen: string | null) => onChange(chosen)}
    >
      {only === undefined && <ToggleButton value="">All {total}</ToggleButton>}
      {kinds.map(({ kind, word, count }) => (
        <ToggleButton key={kind} value={kind}>
          {word} {count}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
});
