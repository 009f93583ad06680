import TextField from "@mui/material/TextField";
import type { DateQuestion } from "@sendwright/core/check/types";
import type { ListChange } from "@sendwright/core/list/change";
import {
  filterBy,
  incomparableCount,
  isOfNumbers,
  matchCount,
} from "@sendwright/core/list/filters";
import {
  excludedCount,
  isFilled,
  isIncluded,
  type List,
  type Row,
  type RowFilter,
  textIn,
} from "@sendwright/core/list/list";
import { dateQuestion } from "@sendwright/core/list/moments";
import { sortBy } from "@sendwright/core/list/sort";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { ListFilter } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import type { ListReader } from "../../../lib/lists/ListReader.ts";
import { useLeft } from "../../../lib/useLeft.ts";
import { DateAnswer } from "../check/ListQuestions.tsx";
import { OtherListQuestions, SkipOtherList } from "./OtherLists.tsx";
import styles from "./table.module.css";

interface TestOption {
  value: RowFilter["test"];
  word: string;
}

/** Fewer rows than this don't need sorting or filters. */
const MIN_ROWS = 2;

interface Props {
  list: List;
  change: (change: ListChange) => void;
}

interface NarrowProps extends Props {
  /** The columns whose dates the questions about the list ask about. */
  askedElsewhere: ReadonlySet<string>;
}

interface AllProps extends NarrowProps {
  reader: ListReader;
  /** The addresses that get a copy of every email. */
  copies: string;
  /** Other buttons of the bar for the list. */
  children: ReactNode;
}

/**
 * Sorts the list, includes only some of its rows, or skips people in another list (rule: working
 * with a list).
 */
export function SortAndFilter({
  list,
  change,
  askedElsewhere,
  reader,
  copies,
  children,
}: AllProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const excluded = excludedCount(list);
  if (list.rows.filter(isFilled).length < MIN_ROWS && excluded === 0) return children;
  return (
    <div className="stack gap-8">
      <div className={styles.bar}>
        <Button
          size="small"
          variant="text"
          color="secondary"
          startIcon={<ListFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          Sort and filter
        </Button>
        {children}
        {excluded > 0 && <NotIncluded list={list} change={change} />}
      </div>
      {isOpen && (
        <div id={panel} className={styles.narrowPanel}>
          <FilterRows list={list} change={change} askedElsewhere={askedElsewhere} />
          <SortRows list={list} change={change} askedElsewhere={askedElsewhere} />
          <SkipOtherList list={list} change={change} copies={copies} reader={reader} />
        </div>
      )}
      <OtherListQuestions list={list} change={change} />
    </div>
  );
}

/**
 * Says which rows aren't included. Once all others were sent, the main button removes these rows,
 * and the button that includes them says how many they are.
 */
function NotIncluded({ list, change }: Props) {
  const rows = list.rows.filter(({ excluded }) => excluded !== undefined);
  const isRest = isRestOfSend(list);
  return (
    <>
      <span role="status">{excludedMessage(list)}</span>
      {isRest && (
        <Button
          size="small"
          onClick={() => change({ type: "delete", ids: rows.map(({ id }) => id) })}
        >
          Remove {rows.length === 1 ? "it" : "them"}
        </Button>
      )}
      <Button
        size="small"
        variant="text"
        color="secondary"
        onClick={() => change({ type: "include" })}
      >
        {isRest ? `Include ${pluralize(rows.length, "row")}` : "Include all"}
      </Button>
    </>
  );
}

/**
 * Whether the list has only rows that aren't included, because the others were sent and left it. An
 * id that is neither of a row nor of a deleted one is theirs.
 */
function isRestOfSend({ rows, deleted = [], lastId }: List): boolean {
  if (rows.some(isIncluded) || rows.length + deleted.length >= lastId) return false;
  return rows.some(({ excluded }) => excluded === "filtered");
}

/**
 * "Not included: 10 rows by your filter, 2 in another list.", and after a send "Not included: 10
 * rows by your filter. Your last send didn't include them."
 */
export function excludedMessage(list: List): string {
  const { rows } = list;
  const filtered = rows.filter(({ excluded }) => excluded === "filtered").length;
  const elsewhere = rows.filter(({ excluded }) => excluded === "in_other_list").length;
  if (filtered === 0) return `Not included: ${pluralize(elsewhere, "row")} in another list.`;
  const also = elsewhere > 0 ? `, ${withCommas(elsewhere)} in another list` : "";
  // An earlier send of the same email may have reached them.
  const them = filtered === 1 ? "it" : "them";
  const more =
    elsewhere === 0 && isRestOfSend(list) ? ` Your last send didn't include ${them}.` : "";
  const isFiltered = (row: Row) => row.excluded === "filtered";
  const notCompared = (list.filters ?? []).map((one) =>
    incomparableMessage(list, one, "couldn't", isFiltered),
  );
  return `Not included: ${pluralize(filtered, "row")} by your filter${also}.${notCompared.join("")}${more}`;
}

/** " 3 rows can't be compared with “19.99 €”."; "" for none. */
function incomparableMessage(
  list: List,
  filter: RowFilter,
  verb: "can't" | "couldn't",
  isOf: (row: Row) => boolean,
): string {
  const count = incomparableCount(list, filter, isOf);
  if (count === 0 || !("value" in filter)) return "";
  return ` ${pluralize(count, "row")} ${verb} be compared with “${filter.value.trim()}”.`;
}

const TEXT_TESTS: readonly TestOption[] = [
  { value: "is", word: "is" },
  { value: "is_not", word: "is not" },
  { value: "contains", word: "contains" },
  { value: "blank", word: "is blank" },
  { value: "filled", word: "is filled in" },
];
/** The tests of a column of numbers, and of any other. */
const LIMIT_TESTS: Readonly<Record<"numbers" | "dates", readonly TestOption[]>> = {
  numbers: [
    { value: "at_least", word: "is at least" },
    { value: "at_most", word: "is at most" },
  ],
  dates: [
    { value: "before", word: "is before" },
    { value: "after", word: "is after" },
  ],
};

/** With more different values than this, you type one. */
const MAX_CHOICES = 20;

function columnOptions({ columns }: List) {
  return columns.map((header) => ({ value: header, word: header }));
}

function conditionOf(header: string, test: RowFilter["test"], value: string): RowFilter {
  return test === "blank" || test === "filled" ? { header, test } : { header, test, value };
}

function FilterRows({ list, change, askedElsewhere }: NarrowProps) {
  const [header, setHeader] = useState<string | null>(null);
  const [test, setTest] = useState<RowFilter["test"]>("is");
  const [typed, setTyped] = useState("");
  const { isLeft, handlers } = useLeft(typed);
  const column = header !== null && list.columns.includes(header) ? header : null;
  const limitTests =
    LIMIT_TESTS[column !== null && isOfNumbers(list, column) ? "numbers" : "dates"];
  const takesValue = test !== "blank" && test !== "filled";
  const isLimited = limitTests.some((one) => one.value === test);
  const choices =
    column !== null && (test === "is" || test === "is_not") ? valuesIn(list, column) : [];
  // A text typed for another test may not be among the choices: then the field is blank.
  const value = choices.length > 0 && !choices.includes(typed) ? "" : typed;
  const condition = column === null ? null : conditionOf(column, test, value);
  const isReady = condition !== null && (!takesValue || value.trim() !== "");
  const count = isReady ? matchCount(list, condition) : null;
  const notCompared = isReady ? incomparableMessage(list, condition, "can't", isIncluded) : "";
  const included = list.rows.filter(isIncluded).length;
  const isUseful = count !== null && count > 0 && count < included;
  const asked = isLimited && isReady ? dateQuestion(list, condition.header, value) : null;
  const error =
    isLeft && isReady && count === null && asked?.answer !== null
      ? "Enter a date such as 1 December 2026, or a number such as 250, with its unit if there are several."
      : null;
  return (
    <fieldset className={styles.narrowRow}>
      <legend>Include only rows where</legend>
      <SelectField
        label="Column"
        value={column ?? ""}
        options={columnOptions(list)}
        onChange={(chosen) => {
          setHeader(chosen);
          setTest(isLimited ? "is" : test);
          setTyped("");
        }}
      />
      <SelectField
        label="Test"
        value={test}
        options={[...TEXT_TESTS, ...limitTests]}
        onChange={(chosen) => setTest(chosen ?? "is")}
      />
      {takesValue &&
        (choices.length > 0 ? (
          <SelectField
            label="Value"
            value={value}
            options={choices.map((text) => ({ value: text, word: text }))}
            onChange={(chosen) => setTyped(chosen ?? "")}
          />
        ) : (
          <TextField
            label={isLimited ? "Date or number" : "Value"}
            value={value}
            error={error !== null}
            helperText={error}
            onChange={(event) => setTyped(event.target.value)}
            {...handlers}
          />
        ))}
      {asked && (
        <DateOrder
          header={condition?.header ?? ""}
          question={asked}
          change={change}
          askedElsewhere={askedElsewhere}
        />
      )}
      <Button
        size="small"
        disabled={!isUseful}
        onClick={() => condition && change(filterBy(list, condition))}
      >
        {count === null ? "Apply" : `Include only ${pluralize(count, "row")}`}
      </Button>
      {(isUseful || notCompared !== "") && (
        <p role="status" className={styles.notYet}>
          {isUseful && `Not applied yet: all ${pluralize(included, "row")} are still included.`}
          {notCompared}
        </p>
      )}
    </fieldset>
  );
}

/** The different values of a column, to choose from; none if there are too many. */
function valuesIn(list: List, header: string): string[] {
  const found = new Set<string>();
  for (const row of list.rows) {
    if (row.excluded !== undefined) continue;
    const text = textIn(list, row, header).trim();
    if (text !== "") found.add(text);
    if (found.size > MAX_CHOICES) return [];
  }
  return [...found].toSorted((a, b) => a.localeCompare(b));
}

function SortRows({ list, change, askedElsewhere }: NarrowProps) {
  const [header, setHeader] = useState<string | null>(null);
  const column = header !== null && list.columns.includes(header) ? header : null;
  const asked = column === null ? null : dateQuestion(list, column);
  const isOpen = asked?.answer === null;
  const sort = (isDescending: boolean) =>
    column !== null && change(sortBy(list, column, isDescending));
  return (
    <fieldset className={styles.narrowRow}>
      <legend>Sort</legend>
      <SelectField
        label="Sort by"
        value={column ?? ""}
        options={columnOptions(list)}
        onChange={setHeader}
      />
      {asked && (
        <DateOrder
          header={column ?? ""}
          question={asked}
          change={change}
          askedElsewhere={askedElsewhere}
        />
      )}
      <Button size="small" disabled={column === null || isOpen} onClick={() => sort(false)}>
        A to Z
      </Button>
      <Button size="small" disabled={column === null || isOpen} onClick={() => sort(true)}>
        Z to A
      </Button>
    </fieldset>
  );
}

interface DateOrderProps extends Omit<NarrowProps, "list"> {
  header: string;
  question: DateQuestion;
}

/** Asks which day a date of the column is, if it could be two; once on the screen. */
function DateOrder({ header, question, change, askedElsewhere }: DateOrderProps) {
  if (askedElsewhere.has(header))
    return question.answer === null && <p>First choose how to read the dates in “{header}”.</p>;
  return (
    <div>
      <p>
        Which day is {question.value} in “{header}”?
      </p>
      <DateAnswer
        column={header}
        question={question}
        change={(action) => action.type === "list" && change(action.change)}
      />
    </div>
  );
}
