import TextField from "@mui/material/TextField";
import { NO_BODY, NO_SUBJECT, type Variable } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import {
  allErrors,
  type Email,
  NameInAddress,
  NamesInAddresses,
  Notice,
  QueryFailure,
  Readings,
  TextArea,
  ValueLine,
  VariableField,
} from "@sendwright/web/parts";
import type { Draft } from "../shared/stored.ts";
import { InView } from "./InView.tsx";
import { withOwnValues, withSameValue } from "./peopleOfDraft.ts";
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
 * The template's syntax warnings and a field for each variable; with several people, each variable
 * has the same value for all or a value for each. Without a template: that it is loading, or why it
 * failed to.
 */
export function Values({ form }: { form: PanelForm }) {
  const { draft, template, form: mail, list, check, feeds, isTable } = form;
  if (template.isLoading) return <p role="status">Loading the template…</p>;
  if (template.error) {
    const { error, isFetching, refetch } = template;
    return <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!template.data || !draft || !mail || !list) return null;
  const isForSeveral = isTable || list.rows.length > 1;
  return (
    <>
      <SyntaxWarnings warnings={template.data.syntax_warnings} />
      {mail.variables.length > 0 && (
        <div className={isForSeveral ? "stack gap-16" : "tiles"}>
          {mail.variables.map((variable) => {
            const key = `${template.data.id} ${variable.type} ${variable.name}`;
            const given = { variable, form, mail, list, draft };
            return isForSeveral ? (
              <OwnOrSame key={key} {...given} />
            ) : (
              <Value key={key} {...given} />
            );
          })}
        </div>
      )}
      {isTable && <Readings list={list} feeds={feeds} check={check} />}
    </>
  );
}

interface ValueProps {
  variable: Variable;
  form: PanelForm;
  mail: Email;
  list: List;
  draft: Draft;
}

/** A value for all, or one for each person in the table. */
function OwnOrSame(given: ValueProps) {
  const { variable, form, mail, list, draft } = given;
  const { change, isOwn, isTable, values, feeds } = form;
  const { name } = variable;
  const input = { draft, list, isTable, mail, values };
  const give = () => {
    // A half-typed date belongs to no one.
    const unfinished = draft.unfinished.filter((one) => one !== name);
    change({ unfinished, ...withOwnValues(variable, input) });
  };
  return (
    <ValueLine
      tab="direct"
      variable={variable}
      source={isOwn(variable) ? "own" : "same"}
      onSource={(source) => (source === "own" ? give() : change(withSameValue(variable, input)))}
    >
      {isOwn(variable) ? (
        <p className="hint">
          {feeds.get(name) === list.mapping.address ? "The address." : "In the table above."}
        </p>
      ) : (
        <>
          <Value {...given} />
          <NamesInAddresses list={list} name={name} onUse={give} />
        </>
      )}
    </ValueLine>
  );
}

/** The value that everyone gets. */
function Value({ variable, form, mail, list, draft }: ValueProps) {
  const { change, values, setSticky, problems, isBusy } = form;
  const { name, type } = variable;
  const value = values.get(name) ?? "";
  const set = (next: string, isUnfinished: boolean) => {
    if (type === "sticky") setSticky(name, next);
    const others = draft.unfinished.filter((one) => one !== name);
    change({
      values: [...draft.values.filter(([one]) => one !== name), [name, next]],
      unfinished: isUnfinished ? [...others, name] : others,
    });
  };
  return (
    <div>
      <VariableField
        variable={variable}
        value={value}
        onChange={set}
        formats={mail}
        error={problems.found?.fields.has(name)}
        disabled={isBusy}
      />
      <NameInAddress list={list} name={name} value={value} onUse={(known) => set(known, false)} />
    </div>
  );
}
