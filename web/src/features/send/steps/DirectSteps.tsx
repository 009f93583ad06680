import Button from "@mui/material/Button";
import type { DateFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatBytes } from "@sendwright/core/files/fit";
import { changed } from "@sendwright/core/list/change";
import { mailboxIn, onlyOnes } from "@sendwright/core/list/claims";
import { ADDRESS, type Cell, cellValue, type List, type Row, textIn } from "@sendwright/core/list/list";
import { feedsOf, namesFor } from "@sendwright/core/list/mapping";
import { listOfAddresses, recipientsIn } from "@sendwright/core/list/read";
import { asksForName } from "@sendwright/core/recipients/personName";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { BringBackButton } from "../../../components/BringBackButton.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { Loading } from "../../../components/Loading.tsx";
import { RecipientChips } from "../../../components/RecipientChips/RecipientChips.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useTemplates } from "../../../data/templateQueries.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import type { SendErrors } from "../../../sending/errors.ts";
import { useListNews } from "../../../sending/useTemplateNews.ts";
import { CheckPanel } from "../check/CheckPanel.tsx";
import { meantRows, type SendForm, valueFor } from "../form/sendForm.ts";
import { type Email, filesOf } from "../form/submission.ts";
import { sameValues } from "../question/questionFacts.ts";
import { DATE_FROM_FIELD, TIME_FROM_FIELD } from "../table/shownColumns.ts";
import type { SendFormState } from "../useSendForm.ts";
import { Values } from "../values/Values.tsx";
import { Copies } from "./Copies.tsx";
import { ListOfPeople } from "./ListOfPeople.tsx";
import { SharedValues } from "./ManualStep.tsx";
import styles from "./steps.module.css";

interface Props {
  state: SendFormState;
  errors: SendErrors;
}

/** The steps of Direct Send before its preview. */
export function DirectSteps({ state, errors }: Props) {
  return (
    <>
      <TemplateAndRecipients state={state} errors={errors} />
      <OwnOrSameValues state={state} errors={errors} />
      <Attachments state={state} errors={errors} />
    </>
  );
}

function TemplateAndRecipients({ state, errors }: Props) {
  const { form, mode, list, change, limits, template } = state;
  const templates = useTemplates();
  useListNews(templates.error);
  const field = useRef<HTMLDivElement>(null);
  const recipients = list ? recipientsIn(list) : [];
  const before = form.people.past.at(-1)?.list?.rows.length ?? 0;
  return (
    <StepCard
      title="Template and recipients"
      done={form.choice.kind === "template" && recipients.length > 0 && recipients.every(({ address }) => address)}
    >
      <div className={styles.fields}>
        <SelectField
          id="direct-template"
          label="Template"
          empty="Choose a template"
          value={templates.data && form.choice.kind === "template" ? form.choice.id : ""}
          options={(templates.data ?? []).map(({ id, name }) => ({ value: id, word: name }))}
          onChange={(id) => id !== null && change({ type: "choice", choice: { kind: "template", id } })}
          error={errors.template ?? templates.error?.message ?? template.error?.message ?? null}
          disabled={templates.isPending}
        />
        {mode === "csv" ? (
          <>
            <CheckPanel state={state} />
            <ListOfPeople state={state} begin="value" />
          </>
        ) : (
          <div ref={field}>
            <RecipientChips
              label="Recipients"
              recipients={recipients}
              typed={form.people.now.text}
              limit={limits.MAX_DIRECT_RECIPIENTS}
              onChange={(next) => change({ type: "recipients", recipients: next })}
              onTyped={(text) => change({ type: "typed", text })}
              errors={errors.recipients}
            />
          </div>
        )}
        <Copies state={state} isRefused={errors.copies.length > 0} />
        {list === null && before > 0 && (
          <BringBackButton
            name={pluralize(before, "recipient")}
            place={field}
            onBring={() => change({ type: "undo" })}
            className={styles.beside}
          />
        )}
      </div>
    </StepCard>
  );
}

function OwnOrSameValues({ state, errors }: Props) {
  const { form, mail, mode, list, check, template, change } = state;
  const hasReady = mode !== "csv" || (check?.rows.some(({ verdict }) => verdict === "ready") ?? false);
  return (
    <StepCard title="Fill in the placeholders" done={mail !== null && hasReady && state.sendErrors.values.length === 0}>
      <div className={styles.fields}>
        {template.isLoading && <Loading what="the template" heights={[68]} />}
        {form.choice.kind === "none" && <p className={styles.soft}>Choose a template to see its placeholders.</p>}
        {mail?.variables.length === 0 && (
          <p className={styles.soft}>This template has no placeholders. Everyone gets the same email.</p>
        )}
        {mode === "csv" ? (
          <>
            <Values state={state} errors={errors.fields} />
            <div>
              <Button
                size="small"
                variant="text"
                onClick={() => {
                  const agreed = list && mail ? agreedValues(list, mail.variables, form.values) : {};
                  change({ type: "sameValues", agreed, shared: { ...form.values, ...agreed } });
                }}
              >
                The same values for everyone
              </Button>
            </div>
          </>
        ) : (
          <>
            <DifferentForEach state={state} />
            <SharedValues state={state} errors={errors.fields} />
          </>
        )}
      </div>
    </StepCard>
  );
}

/** Says that several people get the same values, and offers a table with a row for each. */
function DifferentForEach({ state }: { state: SendFormState }) {
  const { list, mail, form, change } = state;
  const people = list?.rows.length ?? 0;
  if (people < 2 || list === null || mail === null || mail.variables.length === 0) return null;
  const email = { ...mail, variables: ownVariables(mail.variables, form.unfinished) };
  const open = () => {
    const addresses = withTyped(list, form.people.now.text);
    const last = form.people.past.at(-1);
    const table = tableOf(addresses, email, form.values);
    const left = last?.list && last.shared && { table: last.list, shared: last.shared };
    change({ type: "ownValues", list: left ? withOwn(table, email.variables, left) : table });
  };
  const names = Math.max(0, ...email.variables.map(({ name }) => namesFor(list, name).size));
  return (
    <Notice
      action={
        <Button size="small" onClick={open}>
          Different for each
        </Button>
      }
    >
      {sameValues(people)}.
      {names > 0 &&
        ` To use the ${names === 1 ? "name in one address" : "names in the addresses"}, choose “Different for each”.`}
    </Notice>
  );
}

/** The list with the address that isn't a chip yet. */
function withTyped(list: List, text: string): List {
  if (text.trim() === "") return list;
  return listOfAddresses([...recipientsIn(list), recipientText(text)], list);
}

function Attachments({ state, errors }: Props) {
  const { form, mail, limits, change } = state;
  const own = mail?.attachments ?? [];
  return (
    <StepCard title="Additional attachments" done={form.attachments.length > 0}>
      <div className={styles.fields}>
        {own.length > 0 && (
          <div>
            <p className={styles.soft}>Attached to the template:</p>
            <ul className={styles.files}>
              {own.map(({ storage_path, original_filename, size }) => (
                <li key={storage_path}>
                  <Paperclip size={14} aria-hidden /> {original_filename} <small>{formatBytes(size)}</small>
                </li>
              ))}
            </ul>
          </div>
        )}
        <ExtraAttachments
          label="Files for this email only (optional)"
          files={form.attachments}
          existing={filesOf(mail)}
          limits={limits}
          onChange={(files) => change({ type: "attachments", files })}
          error={errors.files.length > 0 ? errors.files.join(" ") : undefined}
        />
      </div>
    </StepCard>
  );
}

/**
 * The placeholders whose values can differ: all except sticky ones, or those if there are no others. A half-typed date
 * or time stays a field for everyone, where it is an error.
 */
export function ownVariables(variables: readonly Variable[], unfinished: readonly string[]): readonly Variable[] {
  const others = variables.filter(({ name }) => name !== ADDRESS);
  const free = others.filter(({ type }) => type !== "sticky");
  return (free.length > 0 ? free : others).filter(({ name }) => !unfinished.includes(name));
}

type Own = Pick<Email, "variables" | "dateFormat">;
type Shared = SendForm["values"];

/**
 * Turns addresses into a table with a column for each of these placeholders, filled with the value that everyone had. A
 * column for names has each person's own name if known; otherwise the cell stays blank except for the first person, so
 * that no one is greeted by someone else's name.
 */
export function tableOf(addresses: List, { variables: own, dateFormat }: Own, values: Shared): List {
  const wide = changed(addresses, { type: "columns", values: new Map(own.map(({ name }) => [name, ""])) });
  // The column of addresses would feed a placeholder with its name.
  const kept = valueFor(values, ADDRESS) === "" ? wide : changed(wide, { type: "feed", feeds: SAME_ADDRESS });
  const cells = kept.rows.flatMap((row, index) =>
    own
      .filter(({ name }) => !asksForName(name) || (index === 0 && textIn(kept, row, name) === ""))
      .map((variable) => ({
        id: row.id,
        header: variable.name,
        cell: cellOf(variable, valueFor(values, variable.name), dateFormat),
      })),
  );
  return changed(kept, { type: "cells", cells });
}

interface Left {
  table: List;
  /** The values that everyone got then. */
  shared: Shared;
}

/** A new table in which each person has what they had of their own in the table that was left. */
export function withOwn(table: List, variables: readonly Variable[], left: Left): List {
  const feeds = feedsOf(left.table, variables);
  const [before, now] = [left.table, table].map(rowsByMailbox);
  const cells = variables.flatMap((variable) => {
    const { name } = variable;
    const header = feeds.get(name) ?? null;
    if (header === null) return [];
    const names = asksForName(name) ? namesFor(left.table, name) : null;
    const index = left.table.columns.indexOf(header);
    return [...(now ?? [])].flatMap(([mailbox, row]) => {
      const old = before?.get(mailbox);
      const cell = old?.cells[index] ?? "";
      const value = cellValue(cell, variable.type);
      // A known name comes from the address, which may be another one now.
      const isOwn = names ? value !== "" && value !== names.get(old?.id ?? 0) : value !== valueFor(left.shared, name);
      return old && isOwn ? [{ id: row.id, header: name, cell }] : [];
    });
  });
  return changed(table, { type: "cells", cells });
}

/** The rows that get an email, by mailbox, without those that share one. */
function rowsByMailbox(table: List): Map<string, Row> {
  const rows = onlyOnes(meantRows(table).map((row) => [mailboxIn(table, row), row]));
  rows.delete("");
  return rows;
}

/**
 * What a table that becomes addresses again does to everyone's values: those that all rows have are taken over, as far
 * as their fields can hold them. A name that no row has any more is cleared, so that it isn't someone else's.
 */
export function agreedValues(table: List, variables: readonly Variable[], shared: Shared): Shared {
  const feeds = feedsOf(table, variables);
  const rows = meantRows(table);
  const agreed = variables.flatMap((variable) => {
    const { name } = variable;
    const index = table.columns.indexOf(feeds.get(name) ?? "");
    if (index < 0 || name === ADDRESS) return [];
    const values = rows.map(({ cells }) => cellValue(cells[index], variable.type));
    const known = valueFor(shared, name);
    if (asksForName(name)) return known === "" || values.includes(known) ? [] : [[name, ""] as const];
    const [first, ...others] = values;
    if (first === undefined || others.length === 0 || others.some((value) => value !== first)) return [];
    return fitsField(variable, first) ? [[name, first] as const] : [];
  });
  return Object.fromEntries(agreed);
}

function fitsField({ type, options }: Variable, value: string): boolean {
  if (type === "date") return value === "" || DATE_FROM_FIELD.test(value);
  if (type === "time") return value === "" || TIME_FROM_FIELD.test(value);
  return type !== "dropdown" || value === "" || options.includes(value);
}

const SAME_ADDRESS = new Map([[ADDRESS, "same" as const]]);

/** A date from a date field has its ISO date; anything else is text. */
function cellOf({ type }: Variable, value: string, format: DateFormat): Cell {
  if (type !== "date" || !DATE_FROM_FIELD.test(value)) return value;
  return { text: formatDate(value, { format, order: "mdy" }).text, iso: value };
}
