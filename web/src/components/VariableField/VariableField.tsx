import type { DateFormat, TimeFormat, Variable } from "@sendwright/core/contract";
import { isBlank, valueProblem } from "@sendwright/core/placeholders";
import { lazy, Suspense, useId, useState } from "react";
import { Loading } from "../Loading.tsx";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { ChoiceValue } from "./ChoiceValue.tsx";
import { TextValue } from "./TextValue.tsx";
import type { ValueProps } from "./valueProps.ts";

// The calendar is as large as the rest of the screen; only templates with a date or time need it.
const MomentValue = lazy(() => import("./MomentValue.tsx"));

interface Props {
  variable: Variable;
  /** Of a date `2025-04-01`, of a time `14:30`, else the text itself. */
  value: string;
  /** `isUnfinished`: the field has text that isn't a date or time yet. */
  onChange: (value: string, isUnfinished: boolean) => void;
  formats: { dateFormat: DateFormat; timeFormat: TimeFormat };
  /** What a check found; without one, a value that does not fit is marked as soon as the field is left. */
  error?: string | undefined;
  disabled?: boolean;
}

/** The field of one placeholder, by its type; it shows its fallback while it is empty. */
export function VariableField({ variable, value, onChange, formats, error, disabled = false }: Props) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const { name, type } = variable;
  const problem = error ?? (isLeft && valueProblem(variable, value)) ?? undefined;
  const common: ValueProps = {
    id,
    label: <PlaceholderChip name={name} type={type} />,
    value,
    error: Boolean(problem),
    helperText: problem || hintOf(variable, value),
    disabled,
    onLeave: () => setLeft(true),
  };
  if (type === "dropdown") {
    return <ChoiceValue {...common} variable={variable} onChange={(option) => onChange(option, false)} />;
  }
  if (type === "date" || type === "time") {
    return (
      <Suspense fallback={<Loading heights={[68]} />}>
        <MomentValue {...common} type={type} formats={formats} onChange={onChange} />
      </Suspense>
    );
  }
  return (
    <TextValue
      {...common}
      placeholder={variable.fallback ?? ""}
      isEmail={type === "email"}
      onChange={(text) => onChange(text, false)}
    />
  );
}

function hintOf({ type, fallback, required }: Variable, value: string): string | null {
  if (type === "sticky") return "Remembered in this browser.";
  if (fallback !== null && !isBlank(fallback)) return isBlank(value) ? `If blank, the email says “${fallback}”.` : null;
  return required ? null : "Optional.";
}
