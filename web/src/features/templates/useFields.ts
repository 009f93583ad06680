import type { TemplateFields } from "@sendwright/core/contract";
import { parseTemplate } from "@sendwright/core/placeholders";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useDeepStable } from "../../lib/useDeepStable.ts";

/**
 * The fields being edited (starting from `restored`, if any), the grammar's warnings, and whether they differ from
 * `initial`.
 */
export function useFields(initial: TemplateFields, restored: TemplateFields | null = null) {
  const [values, setValues] = useState<TemplateFields>(() => {
    const { name, subject, body, dateFormat, timeFormat } = restored ?? initial;
    return { name, subject, body, dateFormat, timeFormat };
  });
  const set = useCallback(
    <Name extends keyof TemplateFields>(name: Name, value: TemplateFields[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    [],
  );

  const { subject } = values;
  const body = useDeferredValue(values.body);
  const parsed = useMemo(() => {
    const whole = parseTemplate({ subject, body });
    const ofSubject = parseTemplate({ subject }).warnings;
    return {
      variables: whole.variables,
      warnings: { subject: ofSubject, body: whole.warnings.filter((warning) => !ofSubject.includes(warning)) },
    };
  }, [subject, body]);
  const variables = useDeepStable(parsed.variables);
  const warnings = useSettled(parsed.warnings);
  const isChanged = (Object.keys(values) as (keyof TemplateFields)[]).some((name) => values[name] !== initial[name]);

  return { values, set, isChanged, variables, warnings };
}

/** Milliseconds without a key after which someone is taken to have finished a word. */
const PAUSE = 900;

/** A value once it hasn't changed for a moment: a warning about half-typed braces would only disturb. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export type EditedFields = ReturnType<typeof useFields>;
