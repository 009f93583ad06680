import type { TemplateFields } from "@sendwright/core/contract";
import { parseTemplate } from "@sendwright/core/placeholders";
import { useCallback, useDeferredValue, useEffect, useMemo } from "react";
import { useDeepStable } from "../../lib/useStable.ts";
import { useStateOf } from "../../lib/useStateOf.ts";

/** Exactly the fields of a template, those that it lacks by default. */
function completed({
  name,
  subject,
  body,
  dateFormat,
  timeFormat,
  date_language = "",
  date_weekday = false,
  reply_to = "",
  signature = true,
}: TemplateFields) {
  const formats = { dateFormat, timeFormat, date_language, date_weekday };
  return { name, subject, body, ...formats, reply_to, signature };
}

/**
 * The fields being edited (starting from `restored`, if any), the grammar's warnings, and whether they differ from
 * `initial`. Another `version` of the template starts over.
 */
export function useFields(
  version: string,
  initial: TemplateFields,
  restored: TemplateFields | null = null,
) {
  const [values, setValues] = useStateOf(version, () => completed(restored ?? initial));
  const set = useCallback(
    <Name extends keyof TemplateFields>(name: Name, value: TemplateFields[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    [setValues],
  );

  const change = useCallback(
    (fields: Partial<TemplateFields>) => setValues((now) => completed({ ...now, ...fields })),
    [setValues],
  );

  const { subject } = values;
  const latest = useMemo(() => ({ version, body: values.body }), [version, values.body]);
  const deferred = useDeferredValue(latest);
  // Only typing waits: another version is read at once.
  const { body } = deferred.version === version ? deferred : latest;
  const parsed = useMemo(() => {
    const whole = parseTemplate({ subject, body });
    const ofSubject = parseTemplate({ subject }).warnings;
    return {
      variables: whole.variables,
      warnings: {
        subject: ofSubject,
        body: whole.warnings.filter((warning) => !ofSubject.includes(warning)),
      },
    };
  }, [subject, body]);
  const variables = useDeepStable(parsed.variables);
  const warnings = useSettled(version, parsed.warnings);
  const before = completed(initial);
  const isChanged = (Object.keys(values) as (keyof TemplateFields)[]).some(
    (name) => values[name] !== before[name],
  );

  return { values, set, change, isChanged, variables, warnings };
}

/** Milliseconds without a key after which someone is taken to have finished a word. */
const PAUSE = 900;

/** A value once it hasn't changed for a moment: a warning about half-typed braces would only disturb. */
function useSettled<T>(version: string, value: T): T {
  const [settled, setSettled] = useStateOf(version, () => value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value, setSettled]);
  return settled;
}

export type EditedFields = ReturnType<typeof useFields>;
