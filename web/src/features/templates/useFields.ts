import { parseTemplate, type TemplateFields } from "@sendwright/functions/contract";
import { useDeferredValue, useMemo, useState } from "react";

/** Gives the fields as they are being edited, what the grammar says about them, and whether they differ from the start. */
export function useFields(initial: TemplateFields) {
  const [values, setValues] = useState<TemplateFields>(() => ({
    name: initial.name,
    subject: initial.subject,
    body: initial.body,
    dateFormat: initial.dateFormat,
    timeFormat: initial.timeFormat,
  }));
  const set = <Name extends keyof TemplateFields>(name: Name, value: TemplateFields[Name]) =>
    setValues((now) => ({ ...now, [name]: value }));

  const { subject, body } = values;
  const settledBody = useDeferredValue(body);
  const parsed = useMemo(() => {
    const whole = parseTemplate({ subject, body: settledBody });
    const ofSubject = new Set(parseTemplate({ subject }).warnings);
    return {
      variables: whole.variables,
      subjectWarnings: [...ofSubject],
      bodyWarnings: whole.warnings.filter((warning) => !ofSubject.has(warning)),
    };
  }, [subject, settledBody]);
  const isChanged = (Object.keys(values) as (keyof TemplateFields)[]).some((name) => values[name] !== initial[name]);

  return { values, set, isChanged, ...parsed };
}

export type EditedFields = ReturnType<typeof useFields>;
