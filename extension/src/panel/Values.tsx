import type { Variable } from "@sendwright/core/contract";
import { Notice, QueryFailure, VariableField } from "@sendwright/web/parts";
import styles from "./surface.module.css";
import type { PanelForm } from "./usePanelForm.ts";

/** The template's syntax warnings and a field for each variable. Without a template: that it is loading, or why it failed to. */
export function Values({ desk }: { desk: PanelForm }) {
  const { draft, change, template, values, setSticky, problems, isBusy } = desk;
  const variables = template.data?.parsed_variables ?? [];
  if (template.isLoading) return <p role="status">Loading the template</p>;
  if (template.error) {
    const { error, isFetching, refetch } = template;
    return <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!template.data || !draft) return null;
  const warnings = template.data.syntax_warnings.join("; ");
  const set = ({ name, type }: Variable, value: string, isUnfinished: boolean) => {
    if (type === "sticky") setSticky(name, value);
    const others = draft.unfinished.filter((one) => one !== name);
    change({
      values: [...draft.values.filter(([one]) => one !== name), [name, value]],
      unfinished: isUnfinished ? [...others, name] : others,
    });
  };
  return (
    <>
      {warnings !== "" && <Notice variant="warning">Template Syntax Warnings: {warnings}</Notice>}
      {variables.length > 0 && (
        <div className={styles.values}>
          {variables.map((variable) => (
            <VariableField
              key={`${template.data.id} ${variable.type} ${variable.name}`}
              variable={variable}
              value={values.get(variable.name) ?? ""}
              onChange={(value, isUnfinished) => set(variable, value, isUnfinished)}
              formats={template.data}
              error={problems.found?.fields.get(variable.name)}
              disabled={isBusy}
            />
          ))}
        </div>
      )}
    </>
  );
}
