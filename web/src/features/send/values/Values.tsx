import Button from "@mui/material/Button";
import type { CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import type { Feed, List } from "@sendwright/core/list/list";
import { type Feeds, namesFor } from "@sendwright/core/list/mapping";
import { valueFor } from "@sendwright/core/list/ownValues";
import { isBlank } from "@sendwright/core/placeholders";
import { withCommas } from "@sendwright/core/withCommas";
import { useMemo, useState } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/remembered.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import styles from "../check/check.module.css";
import { DateAnswer } from "../check/ListQuestions.tsx";
import { readingMessage } from "../check/questionWords.ts";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";

const SAME = "same";
type FeedChoice = typeof SAME | `column ${string}`;

/** How many unused columns it names. */
const SHOWN_UNUSED = 30;

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  mail: Email | null;
  people: Pick<ListOfForm, "list" | "feeds" | "check">;
  /** Placeholder → the error of the value that everyone gets. */
  errors: ReadonlyMap<string, string>;
}

/** Where the values of the email come from: columns of the list, or one value for everyone. */
export function Values({ form, change, mail, people: { list, feeds, check }, errors }: Props) {
  if (!list || !mail || !feeds || mail.variables.length === 0) return null;
  const own = mail.variables.filter(({ name }) => feeds.get(name) !== null);
  const same = mail.variables.filter(({ name }) => feeds.get(name) === null);
  const onFeed: OnFeed = (next) => change({ type: "list", change: { type: "feed", feeds: next } });
  return (
    <section className="stack" aria-label="Available placeholders">
      <h3 className={styles.heading}>Available placeholders</h3>
      <Suggestions suggestions={check?.columns.suggestions ?? []} onFeed={onFeed} />
      {own.length > 0 && (
        <FromList change={change} list={list} feeds={feeds} check={check} variables={own} onFeed={onFeed} />
      )}
      {same.length > 0 && (
        <ForEveryone
          form={form}
          change={change}
          mail={mail}
          list={list}
          feeds={feeds}
          errors={errors}
          variables={same}
          onFeed={onFeed}
        />
      )}
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

/** Chooses columns for placeholders, or one value for everyone. */
type OnFeed = (feeds: ReadonlyMap<string, Feed | null>) => void;

interface GroupProps {
  change: Props["change"];
  list: List;
  feeds: Feeds;
  variables: readonly Variable[];
  onFeed: OnFeed;
}

interface SuggestionsProps {
  suggestions: CheckResult["columns"]["suggestions"];
  onFeed: OnFeed;
}

/** Columns that look like placeholders: one click uses them. */
function Suggestions({ suggestions, onFeed }: SuggestionsProps) {
  const variables = new Set(suggestions.map(({ variable }) => variable));
  if (suggestions.length > 1 && variables.size === suggestions.length) {
    const all = new Map(suggestions.map(({ variable, header }) => [variable, { column: header }]));
    return (
      <Notice
        variant="warning"
        action={
          <Button size="small" onClick={() => onFeed(all)}>
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
        <Button size="small" onClick={() => onFeed(new Map([[variable, { column: header }]]))}>
          Use it
        </Button>
      }
    >
      {message}
    </Notice>
  ));
}

/** The placeholders that columns feed, on one line; expand it to choose other columns. */
function FromList({ change, list, feeds, check, variables, onFeed }: GroupProps & { check: CheckResult | null }) {
  const [isOpen, setOpen] = useState(false);
  const headers = variables.map(({ name }) => feeds.get(name));
  const named = list.namesFrom?.filter((header) => headers.includes(header)) ?? [];
  return (
    <section className={`bare stack gap-8 ${styles.group}`} aria-label="From your list">
      <p className={styles.line}>
        <b>From your list</b>
        {variables.map(({ name, type }) => (
          <span key={name} className={styles.pair}>
            <PlaceholderChip name={name} type={type} />
            {feeds.get(name) !== name && <small>from {feeds.get(name)}</small>}
          </span>
        ))}
        <Button size="small" variant="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Change"}
        </Button>
      </p>
      {isOpen && (
        <ul className={`bare stack gap-8 ${styles.map}`}>
          {variables.map((variable) => (
            <li key={variable.name}>
              <PlaceholderChip name={variable.name} type={variable.type} />
              <ColumnMappingField list={list} feeds={feeds} name={variable.name} onFeed={onFeed} />
            </li>
          ))}
        </ul>
      )}
      {check?.moments
        .filter(({ column }) => variables.some(({ name }) => feeds.get(name) === column))
        .map((moment) => (
          <div key={`${moment.column} ${moment.type}`} className={styles.reading}>
            {readingMessage(moment)}
            {moment.question && <DateAnswer column={moment.column} question={moment.question} change={change} />}
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
function NamesInAddresses({ list, name, onUse }: { list: List; name: string; onUse: () => void }) {
  const known = useMemo(() => (list.columns.includes(name) ? 0 : namesFor(list, name).size), [list, name]);
  if (known === 0) return null;
  return (
    <Button size="small" variant="text" onClick={onUse}>
      Use the {known === 1 ? "name" : `${withCommas(known)} names`} in the addresses
    </Button>
  );
}

interface EveryoneProps extends GroupProps {
  form: SendForm;
  mail: Email;
  errors: Props["errors"];
}

/** The placeholders with one value for everyone. */
function ForEveryone({ form, change, mail, list, feeds, variables, errors, onFeed }: EveryoneProps) {
  const { uid } = useAccount();
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const ownValues = (of: readonly Variable[]) => {
    const values = new Map(of.map(({ name }) => [name, valueFor(form.values, name)]));
    change({ type: "list", change: { type: "columns", values } });
  };
  return (
    <fieldset className={`bare stack gap-8 ${styles.group}`}>
      <legend>
        <b>The same for everyone</b>
      </legend>
      {variables.map((variable) => {
        const { name, type, required } = variable;
        const value = valueFor(form.values, name);
        const isBlankNow = required && isBlank(value) && !form.unfinished.includes(name);
        const isMissing = isBlankNow && (visited.has(name) || errors.has(name));
        return (
          <fieldset
            key={name}
            className={`bare stack gap-4 ${styles.same}`}
            onBlur={() => setVisited(new Set(visited).add(name))}
          >
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
            {list.columns.length > 1 && <ColumnMappingField list={list} feeds={feeds} name={name} onFeed={onFeed} />}
            <NamesInAddresses list={list} name={name} onUse={() => ownValues([variable])} />
          </fieldset>
        );
      })}
      <Button size="small" variant="text" onClick={() => ownValues(variables)}>
        {variables.length === 1 ? "Different for each person" : "Different values for each person"}
      </Button>
    </fieldset>
  );
}

interface MappingProps extends Pick<GroupProps, "list" | "feeds" | "onFeed"> {
  name: string;
}

/** Chooses the column of a placeholder, or one value for everyone. */
function ColumnMappingField({ list, feeds, name, onFeed }: MappingProps) {
  const header = feeds.get(name) ?? null;
  const options: { value: FeedChoice; word: string }[] = [
    ...list.columns.map((one) => ({ value: `column ${one}` as const, word: one })),
    { value: SAME, word: "The same for everyone" },
  ];
  return (
    <SelectField
      label={`Column for ${name}`}
      value={header === null ? SAME : (`column ${header}` as const)}
      options={options}
      onChange={(choice) => {
        const isColumn = choice !== null && choice !== SAME;
        onFeed(new Map([[name, isColumn ? { column: choice.slice("column ".length) } : SAME]]));
      }}
    />
  );
}
