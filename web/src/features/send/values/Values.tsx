import type { CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import type { ListChange } from "@sendwright/core/list/change";
import type { Feed, List } from "@sendwright/core/list/list";
import {
  earlierColumns,
  type Feeds,
  foreignColumns,
  likelyColumns,
  namesFor,
} from "@sendwright/core/list/mapping";
import { ownColumns, valueFor } from "@sendwright/core/list/ownValues";
import { samplesIn } from "@sendwright/core/list/samples";
import { isBlank } from "@sendwright/core/placeholders";
import { withCommas } from "@sendwright/core/withCommas";
import { useMemo, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/remembered.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { isAmongQuestions } from "../check/ListQuestions.tsx";
import { openReadings, readingMessage } from "../check/questionWords.ts";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { ColumnField, ValueLine } from "./ValueLine.tsx";
import styles from "./values.module.css";

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

/**
 * Where the values of the email come from: a line for each placeholder, and the columns that the
 * email doesn't use.
 */
export function Values(props: Props) {
  const { mail, people } = props;
  const { list, feeds, check } = people;
  if (!list || !mail || !feeds || mail.variables.length === 0) return null;
  return <Lines {...props} mail={mail} list={list} feeds={feeds} check={check} />;
}

interface LinesProps extends Omit<Props, "people" | "mail"> {
  mail: Email;
  list: List;
  feeds: Feeds;
  check: CheckResult | null;
}

function Lines({ form, change, mail, list, feeds, check, errors }: LinesProps) {
  const [isOpen, setOpen] = useState(false);
  /** Lines that were changed here stay in their places. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const samples = useMemo(() => samplesIn(list), [list]);
  const likely = useMemo(() => likelyColumns(list, feeds), [list, feeds]);
  const earlier = useMemo(() => earlierColumns(list), [list]);
  const isFolded = ({ name }: Variable) => feeds.get(name) !== null && !touched.has(name);
  const folded = mail.variables.filter(isFolded);
  const shown = isOpen ? mail.variables : mail.variables.filter((variable) => !isFolded(variable));
  const unused = foreignColumns(list, feeds);
  const single = [...likely].flatMap(([name, [header, ...others]]): [string, Feed][] =>
    header === undefined || others.length > 0 ? [] : [[name, { column: header }]],
  );
  const step = (next: ListChange, names: Iterable<string>) => {
    setTouched(new Set([...touched, ...names]));
    change({ type: "list", change: next });
  };
  const feed = (next: ReadonlyMap<string, Feed>) =>
    step({ type: "feed", feeds: next }, next.keys());
  return (
    <section className="stack" aria-label="Available placeholders">
      <h3 className={styles.heading}>Available placeholders</h3>
      {folded.length > 0 && (
        <p className={styles.folded}>
          <b>From the list</b>
          {folded.map(({ name, type }) => (
            <span key={name} className={styles.pair}>
              <PlaceholderChip name={name} type={type} />
              {feeds.get(name) !== name && <small>from {feeds.get(name)}</small>}
              {earlier.has(feeds.get(name) ?? "") && <small>as in the earlier send</small>}
            </span>
          ))}
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide" : "Change"}
          </Button>
        </p>
      )}
      {shown.map((variable) => (
        <Line
          key={`${mail.name} ${variable.name}`}
          form={form}
          change={change}
          mail={mail}
          list={list}
          feeds={feeds}
          errors={errors}
          variable={variable}
          samples={samples}
          likely={likely.get(variable.name) ?? []}
          onFeed={(next) => feed(new Map([[variable.name, next]]))}
          onOwn={() => step(ownColumns([variable], form.values, mail.dateFormat), [variable.name])}
        />
      ))}
      {single.length > 1 && (
        <div>
          <Button size="small" onClick={() => feed(new Map(single))}>
            Use all {single.length} suggested columns
          </Button>
        </div>
      )}
      <Readings list={list} feeds={feeds} check={check} />
      {unused.length > 0 && (
        <p className="hint">
          Columns that this email doesn't use: {unused.slice(0, SHOWN_UNUSED).join(", ")}
          {unused.length > SHOWN_UNUSED && ` and ${unused.length - SHOWN_UNUSED} more`}
        </p>
      )}
    </section>
  );
}

/**
 * How the columns of dates and times were read, and which columns have the names in the addresses.
 * To an open question, it only points.
 */
export function Readings({ list, feeds, check }: Pick<LinesProps, "list" | "feeds" | "check">) {
  const used = new Set(feeds.values());
  return (
    <>
      {check?.moments
        .filter((moment) => used.has(moment.column) && !isAmongQuestions(moment))
        .map((moment) => (
          <p key={`${moment.column} ${moment.type}`} className={styles.reading}>
            {readingMessage(moment)}
          </p>
        ))}
      {openReadings(check).map((pointer) => (
        <p key={pointer} className={styles.reading}>
          {pointer}
        </p>
      ))}
      {list.namesFrom
        ?.filter((header) => used.has(header))
        .map((header) => (
          <p key={header} className={styles.reading}>
            {header}: names taken from the addresses. Check them in the list.
          </p>
        ))}
    </>
  );
}

interface LineProps
  extends Pick<LinesProps, "form" | "change" | "mail" | "list" | "feeds" | "errors"> {
  variable: Variable;
  samples: ReadonlyMap<string, string>;
  /** The columns that look like it. */
  likely: readonly string[];
  onFeed: (feed: Feed) => void;
  /** Gives it a column of its own. */
  onOwn: () => void;
}

/** The line of a placeholder in Bulk Send: a column of the list, or a value for everyone. */
function Line({
  form,
  change,
  mail,
  list,
  feeds,
  errors,
  variable,
  samples,
  likely,
  onFeed,
  onOwn,
}: LineProps) {
  const { name } = variable;
  const [isChoosing, setChoosing] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const header = feeds.get(name) ?? null;
  const isOwn = header !== null || isChoosing;
  return (
    <div ref={line}>
      <ValueLine
        tab="bulk"
        variable={variable}
        source={isOwn ? "own" : "same"}
        onSource={(source) => {
          setChoosing(source === "own");
          if (source === "same" && header !== null) onFeed("same");
        }}
      >
        {isOwn ? (
          <ColumnField
            list={list}
            feeds={feeds}
            name={name}
            samples={samples}
            likely={likely}
            onColumn={(column) => {
              setChoosing(false);
              onFeed({ column });
            }}
            onNew={list.columns.includes(name) ? null : onOwn}
            startsOpen={isChoosing}
            onCancel={() => {
              setChoosing(false);
              // The field that was chosen in is gone.
              setTimeout(() => line.current?.querySelector<HTMLElement>("input:checked")?.focus());
            }}
          />
        ) : (
          <EveryonesValue
            form={form}
            change={change}
            mail={mail}
            variable={variable}
            missing="Enter a value for everyone, or choose a column."
            error={errors.get(name)}
          />
        )}
        {!isOwn &&
          likely.map((column) => (
            <Button key={column} size="small" onClick={() => onFeed({ column })}>
              Use the column “{column}”{samples.get(column) && ` (${samples.get(column)})`}
            </Button>
          ))}
        {!isOwn && <NamesInAddresses list={list} name={name} onUse={onOwn} />}
      </ValueLine>
    </div>
  );
}

interface EveryonesProps extends Pick<LinesProps, "form" | "change" | "mail"> {
  variable: Variable;
  /** The error of a missing value. */
  missing: string;
  error: string | undefined;
}

/**
 * The field for the value that everyone gets. A missing one is no error before you have left the
 * field blank, or clicked Send.
 */
export function EveryonesValue({ form, change, mail, variable, missing, error }: EveryonesProps) {
  const { uid } = useAccount();
  const { name, type, required } = variable;
  const value = valueFor(form.values, name);
  const [visit, setVisit] = useState({ value, isOver: false });
  // A field that was emptied, as after a send, is a fresh one.
  if (visit.value !== value) setVisit({ value, isOver: visit.isOver && !isBlank(value) });
  const isBlankNow = required && isBlank(value) && !form.unfinished.includes(name);
  const isMissing = isBlankNow && (visit.isOver || error !== undefined);
  return (
    <VariableField
      variable={variable}
      value={value}
      formats={mail}
      error={isMissing ? missing : error}
      onLeave={() => setVisit({ value, isOver: true })}
      onChange={(next, isUnfinished) => {
        if (type === "sticky") rememberSticky(uid, name, next);
        change({ type: "value", variable: name, value: next, isUnfinished });
      }}
    />
  );
}

/**
 * Offers the names that come with the addresses, as in `Ann <ann@example.org>`, for a placeholder
 * that asks for a name.
 */
export function NamesInAddresses({
  list,
  name,
  onUse,
}: {
  list: List;
  name: string;
  onUse: () => void;
}) {
  const known = useMemo(
    () => (list.columns.includes(name) ? 0 : namesFor(list, name).size),
    [list, name],
  );
  if (known === 0) return null;
  return (
    <Button size="small" variant="text" onClick={onUse}>
      Use the {known === 1 ? "name" : `${withCommas(known)} names`} in the addresses
    </Button>
  );
}

interface NameInAddressProps {
  list: List | null;
  name: string;
  value: string;
  onUse: (known: string) => void;
}

/**
 * Offers the only recipient's name, as in `Ann <ann@example.org>`, for a placeholder that asks for
 * a name.
 */
export function NameInAddress({ list, name, value, onUse }: NameInAddressProps) {
  const [known] = list?.rows.length === 1 ? namesFor(list, name).values() : [];
  if (known === undefined || known === value) return null;
  return (
    <Button size="small" variant="text" onClick={() => onUse(known)}>
      Use “{known}” from the address
    </Button>
  );
}
