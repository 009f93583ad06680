import { completeFields, type TemplateFields, type Variable } from "@sendwright/core/contract";
import { useCallback, useDeferredValue, useMemo } from "react";
import { useKeyedState } from "../../lib/useKeyedState.ts";
import { useSettledWarnings } from "../../lib/useSettledWarnings.ts";
import { useDeepStable } from "../../lib/useStable.ts";
import { readTexts } from "../../lib/warningsOfTexts.ts";

/**
 * The fields being edited (starting from `restored`, if any), the grammar's warnings, and whether
 * they differ from `initial`. Another `version` of the template starts over. `columns` are those of
 * the list that it is written for.
 */
export function useFields(
  version: string,
  initial: TemplateFields,
  restored: TemplateFields | null = null,
  columns?: readonly Variable[],
) {
  const [values, setValues] = useKeyedState(version, () => completeFields(restored ?? initial));
  const set = useCallback(
    <Name extends keyof TemplateFields>(name: Name, value: TemplateFields[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    [setValues],
  );

  const change = useCallback(
    (fields: Partial<TemplateFields>) => setValues((now) => completeFields({ ...now, ...fields })),
    [setValues],
  );

  const { subject } = values;
  const latest = useMemo(() => ({ version, body: values.body }), [version, values.body]);
  const deferred = useDeferredValue(latest);
  // Only typing waits: another version is read at once.
  const { body } = deferred.version === version ? deferred : latest;
  const parsed = useMemo(() => readTexts({ subject, body }, columns), [subject, body, columns]);
  const variables = useDeepStable(parsed.variables);
  const warnings = useSettledWarnings(version, parsed.warnings);
  const before = completeFields(initial);
  const isChanged = (Object.keys(values) as (keyof TemplateFields)[]).some(
    (name) => values[name] !== before[name],
  );

  const { joining, sums } = parsed;
  return { values, set, change, isChanged, variables, warnings, joining, sums };
}

export type EditedFields = ReturnType<typeof useFields>;
