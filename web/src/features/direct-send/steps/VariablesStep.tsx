import { isBlank } from "@sendwright/core/placeholders";
import { Loading } from "../../../components/Loading.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/stickyValues.ts";
import type { Direct } from "../useDirectSend.ts";
import { SameValues } from "./SameValues.tsx";
import styles from "./steps.module.css";
import type { Folding } from "./useFolding.ts";

/** Step 2: a field for each variable of the template. */
export function VariablesStep({ direct, folding }: { direct: Direct; folding: Folding }) {
  const { uid, form, change, template, values, errors, isBusy } = direct;
  const variables = template.data?.parsed_variables ?? [];
  const isFilled = variables.every(({ name, required }) => !required || !isBlank(values.get(name)));
  const summary = variables.map(({ name }) => values.get(name)).filter((value) => !isBlank(value));
  const set = (name: string, type: string, value: string, isUnfinished: boolean) => {
    if (type === "sticky") rememberSticky(uid, name, value);
    change({ type: "value", name, value, isUnfinished });
  };
  return (
    <StepCard
      step="2"
      title="Fill in the variables"
      done={template.data !== undefined && isFilled && form.unfinished.size === 0}
      {...folding}
      {...(summary.length > 0 && { summary: summary.join(" · ") })}
    >
      <div className={styles.fields}>
        {template.isLoading && <Loading what="the template" heights={[68]} />}
        {form.templateId === null && <p className={styles.soft}>Choose a template to see what it asks for.</p>}
        {template.data && variables.length === 0 && (
          <p className={styles.soft}>This template has no variables: everybody gets the same words.</p>
        )}
        <SameValues direct={direct} />
        {variables.length > 0 && template.data && (
          <div className={styles.values}>
            {variables.map((variable) => (
              <VariableField
                key={`${form.generation} ${variable.type} ${variable.name}`}
                variable={variable}
                value={values.get(variable.name) ?? ""}
                onChange={(value, isUnfinished) => set(variable.name, variable.type, value, isUnfinished)}
                formats={template.data}
                error={errors.fields.get(variable.name)}
                disabled={isBusy}
              />
            ))}
          </div>
        )}
      </div>
    </StepCard>
  );
}
