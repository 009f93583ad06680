import Button from "@mui/material/Button";
import type { Variable } from "@sendwright/core/contract";
import type { Feed } from "@sendwright/core/list/list";
import { namesFor } from "@sendwright/core/list/mapping";
import { isBlank } from "@sendwright/core/placeholders";
import { withCommas } from "@sendwright/core/withCommas";
import { useMemo, useState } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/remembered.ts";
import styles from "../check/check.module.css";
import { DateAnswer } from "../check/ListQuestions.tsx";
import { readingMessage } from "../check/questionWords.ts";
import { valueFor } from "../form/sendForm.ts";
import type { SendFormState } from "../useSendForm.ts";

const SAME = "same";
type FeedChoice = typeof SAME | `column ${string}`;

/** How many unused columns it names. */
const SHOWN_UNUSED = 30;

interface Props {
  state: SendFormState;
  /** Placeholder → the error of the value that everyone gets. */
  errors: ReadonlyMap<string, string>;
}

/** Where the values of the email come from: columns of the list, or one value for everyone. */
export function Values({ state, errors }: Props) {
  const { list, mail, feeds, check } = state;
  if (!list || !mail || !feeds || mail.variables.length === 0) return null;
  const own = mail.variables.filter(({ name }) => feeds.get(name) !== null);
  const same = mail.variables.filter(({ name }) => feeds.get(name) === null);
  return (
    <section className={styles.values} aria-label="Available placeholders">
      <h3 className={styles.heading}>Available placeholders</h3>
      <Suggestions state={state} />
      {own.length > 0 && <FromList state={state} variables={own} />}
      {same.length > 0 && <ForEveryone state={state} errors={errors} variables={same} />}
      {check && check.columns.unused.length > 0 && (
        <p className="hint">
          Also in your list, but not in this email:{" "}
          {check.columns.unused
            .slice(0, SHOWN_UNUSED)
            .map((name) => `{{${name}}}`)
            .join(", ")}
          {check.columns.unused.length > SHOWN_UNUSED && ` and ${check.columns.unused.length - SHOWN_UNUSED} more`}
        </p>
      )}
    </section>
  );
}

interface GroupProps extends Props {
  variables: readonly Variable[];
}

function feed(state: SendFormState, feeds: ReadonlyMap<string, Feed | null>): void {
  state.change({ type: "list", change: { type: "feed", feeds } });
}

/** Columns that look like placeholders: one click uses them. */
function Suggestions({ state }: { state: SendFormState }) {
  const suggestions = state.check?.columns.suggestions ?? [];
  const variables = new Set(suggestions.map(({ variable }) => variable));
  if (suggestions.length > 1 && variables.size === suggestions.length) {
    const all = new Map(suggestions.map(({ variable, header }) => [variable, { column: header }]));
    return (
      <Notice
        variant="warning"
        action={
          <Button size="small" onClick={() => feed(state, all)}>
            Use them
          </Button>
        }
      >
        {suggestions.map(({ variable, message }) => (
          <p key={variable}>{message}</p>
        ))}
      </Notice>
    );
  }
  return suggestions.map(({ variable, header, message }) => (
    <Notice
      key={`${variable} ${header}`}
      variant="warning"
      action={
        <Button size="small" onClick={() => feed(state, new Map([[variable, { column: header }]]))}>
          Use it
        </Button>
      }
    >
      {message}
    </Notice>
  ));
}

/** The placeholders that columns feed, on one line; expand it to choose other columns. */
function FromList({ state, variables }: Omit<GroupProps, "errors">) {
  const { feeds, check, list } = state;
  const [isOpen, setOpen] = useState(false);
  const headers = variables.map(({ name }) => feeds?.get(name));
  const named = list?.namesFrom?.filter((header) => headers.includes(header)) ?? [];
  return (
    <section className={styles.group} aria-label="From your list">
      <p className={styles.line}>
        <b>From your list</b>
        {variables.map(({ name, type }) => (
          <span key={name} className={styles.pair}>
            <PlaceholderChip name={name} type={type} />
            {feeds?.get(name) !== name && <small>from {feeds?.get(name)}</small>}
          </span>
        ))}
        <Button size="small" variant="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Change"}
        </Button>
      </p>
      {isOpen && (
        <ul className={styles.map}>
          {variables.map((variable) => (
            <li key={variable.name}>
              <PlaceholderChip name={variable.name} type={variable.type} />
              <ColumnMappingField state={state} name={variable.name} />
            </li>
          ))}
        </ul>
      )}
      {check?.moments
        .filter(({ column }) => variables.some(({ name }) => feeds?.get(name) === column))
        .map((moment) => (
          <div key={`${moment.column} ${moment.type}`} className={styles.reading}>
            {readingMessage(moment)}
            {moment.question && <DateAnswer column={moment.column} question={moment.question} change={state.change} />}
          </div>
        ))}
      {named.map((header) => (
        <p key={header} className={styles.reading}>
          {header}: names taken from the addresses. Check them in the list.
        </p>
      ))}
    </section>
  );
}

/**
 * Offers the names that come with the addresses, as in `Ann <ann@example.org>`, for a placeholder that asks for a name.
 */
function NamesInAddresses({ state: { list, form, change }, name }: { state: SendFormState; name: string }) {
  const known = useMemo(() => (list && !list.columns.includes(name) ? namesFor(list, name).size : 0), [list, name]);
  if (known === 0) return null;
  const values = new Map([[name, valueFor(form.values, name)]]);
  return (
    <Button size="small" variant="text" onClick={() => change({ type: "list", change: { type: "columns", values } })}>
      Use the {known === 1 ? "name" : `${withCommas(known)} names`} in the addresses
    </Button>
  );
}

/** The placeholders with one value for everyone. */
function ForEveryone({ state, variables, errors }: GroupProps) {
  const { form, change, mail, list, uid } = state;
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (!mail) return null;
  const ownValues = () => {
    const values = new Map(variables.map(({ name }) => [name, valueFor(form.values, name)]));
    change({ type: "list", change: { type: "columns", values } });
  };
  return (
    <fieldset className={styles.group}>
      <legend>
        <b>The same for everyone</b>
      </legend>
      {variables.map((variable) => {
        const { name, type, required } = variable;
        const value = valueFor(form.values, name);
        const isBlankNow = required && isBlank(value) && !form.unfinished.includes(name);
        const isMissing = isBlankNow && (visited.has(name) || errors.has(name));
        return (
          <fieldset key={name} className={styles.same} onBlur={() => setVisited(new Set(visited).add(name))}>
            <VariableField
              variable={variable}
              value={value}
              formats={mail}
              error={isMissing ? "Enter a value for everyone, or choose a column." : errors.get(name)}
              onChange={(next, isUnfinished) => {
                if (type === "sticky") rememberSticky(uid, name, next);
                change({ type: "value", variable: name, value: next, isUnfinished });
              }}
            />
            {list && list.columns.length > 1 && <ColumnMappingField state={state} name={name} />}
            <NamesInAddresses state={state} name={name} />
          </fieldset>
        );
      })}
      <Button size="small" variant="text" onClick={ownValues}>
        {variables.length === 1 ? "Different for each person" : "Different values for each person"}
      </Button>
    </fieldset>
  );
}

/** Chooses the column of a placeholder, or one value for everyone. */
function ColumnMappingField({ state, name }: { state: SendFormState; name: string }) {
  const { list, feeds } = state;
  const header = feeds?.get(name) ?? null;
  const options: { value: FeedChoice; word: string }[] = [
    ...(list?.columns ?? []).map((one) => ({ value: `column ${one}` as const, word: one })),
    { value: SAME, word: "The same for everyone" },
  ];
  return (
    <SelectField
      label={`Column for ${name}`}
      value={header === null ? SAME : (`column ${header}` as const)}
      options={options}
      onChange={(choice) => {
        const isColumn = choice !== null && choice !== SAME;
        feed(state, new Map([[name, isColumn ? { column: choice.slice("column ".length) } : SAME]]));
      }}
    />
  );
}
