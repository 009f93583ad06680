import TextField from "@mui/material/TextField";
import { NO_BODY, NO_SUBJECT, type Variable } from "@sendwright/core/contract";
import { allErrors, Notice, QueryFailure, TextArea, VariableField } from "@sendwright/web/parts";
import { InView } from "./InView.tsx";
import type { PanelForm } from "./usePanelForm.ts";

type Problems = PanelForm["problems"];

/** All sentences in the order of the form. */
export function sentencesOf({ found, composed }: Problems): string[] {
  return [...(found ? allErrors(found) : []), ...composed];
}

/**
 * The errors that prevent sending, except those of the recipients, which their field shows. Other
 * fields are only marked.
 */
export function Problems({ problems: { found, composed } }: { problems: Problems }) {
  const sentences = sentencesOf({ found: found && { ...found, recipients: [] }, composed });
  if (sentences.length === 0) return null;
  return (
    <InView>
      <Notice variant="danger">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    </InView>
  );
}

function SyntaxWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return <Notice variant="warning">Template Syntax Warnings: {warnings.join("; ")}</Notice>;
}

/** An email written for these people only, with its syntax warnings. */
export function Compose({ form }: { form: PanelForm }) {
  const { draft, change, isBusy, problems, form: email } = form;
  if (!draft) return null;
  return (
    <>
      <TextField
        label="Subject"
        disabled={isBusy}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
        error={problems.composed.includes(NO_SUBJECT)}
      />
      <TextArea
        label="Body"
        rows={8}
        disabled={isBusy}
        value={draft.body}
        onChange={(event) => change({ body: event.target.value })}
        error={problems.composed.includes(NO_BODY)}
      />
      <SyntaxWarnings warnings={email?.warnings ?? []} />
    </>
  );
}

/**
 * The template's syntax warnings and a field for each variable. Without a template: that it is
 * loading, or why it failed to.
 */
export function Values({ form }: { form: PanelForm }) {
  const { draft, change, template, values, setSticky, problems, isBusy } = form;
  const variables = template.data?.parsed_variables ?? [];
  if (template.isLoading) return <p role="status">Loading the template…</p>;
  if (template.error) {
    const { error, isFetching, refetch } = template;
    return <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!template.data || !draft) return null;
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
      <SyntaxWarnings warnings={template.data.syntax_warnings} />
      {variables.length > 0 && (
        <div className="tiles">
          {variables.map((variable) => (
            <VariableField
              key={`${template.data.id} ${variable.type} ${variable.name}`}
              variable={variable}
              value={values.get(variable.name) ?? ""}
              onChange={(value, isUnfinished) => set(variable, value, isUnfinished)}
              formats={template.data}
              error={problems.found?.fields.has(variable.name)}
              disabled={isBusy}
            />
          ))}
        </div>
      )}
    </>
  );
}
