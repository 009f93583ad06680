import type { AmountQuestion, CheckedColumns } from "../check/types.ts";
import { error, type Finding } from "../check/value.ts";
import type { NumberForm, Variable } from "../contract/templates.ts";
import { isBlank } from "../isBlank.ts";
import { formsOf, inWords, type ReadableForms } from "../numbers/amount.ts";
import { notAddableMessage, sumProblem } from "../numbers/sum.ts";
import type { CompiledTemplate } from "../placeholders/placeholders.ts";
import { blankAmount } from "../placeholders/sums.ts";
import { shortened } from "../shortened.ts";
import { columnOf, type TextsOf } from "./moments.ts";

export interface AmountContext {
  variables: readonly Variable[];
  columns: Pick<CheckedColumns, "used">;
  /** The placeholders that are added up. */
  sums: CompiledTemplate["sums"];
  /** The person's answers, by column. */
  numbers: ReadonlyMap<string, NumberForm>;
}

/** A row's values, aligned with the variables. */
interface Valued {
  values: readonly string[];
}

/** How a column writes its numbers. */
interface Notation {
  /** Null while it is open, or if all values are the same in both notations. */
  form: NumberForm | null;
  isOpen: boolean;
  /** Two values that no one notation has; null if there are none. */
  clash: Record<NumberForm, string> | null;
}

/** A column that is added up. */
interface ColumnForm extends Notation {
  /** Where its values are. */
  index: number;
  /** The header; the variable's name if everyone gets the same value. */
  column: string;
  answer: NumberForm | null;
}

/** By variable that is added up. */
export type ColumnForms = ReadonlyMap<string, ColumnForm>;

/**
 * How the numbers of each column that is added up are written: as the person says, else as any
 * value that leaves no doubt.
 */
export function columnForms(textsOf: TextsOf, about: AmountContext): ColumnForms {
  const forms = new Map<string, ColumnForm>();
  if (about.sums.size === 0) return forms;
  about.variables.forEach(({ name }, index) => {
    if (!about.sums.has(name)) return;
    const column = columnOf(about, index) ?? name;
    const answer = about.numbers.get(column) ?? null;
    forms.set(name, { index, column, answer, ...notationOf(textsOf(index), answer) });
  });
  return forms;
}

/** Marks of Asian keyboards. */
const WIDE_MARKS = /[．，]/u;

/** How a column writes numbers: as `answer` says, else as its values do. */
export function notationOf(values: readonly string[], answer: NumberForm | null = null): Notation {
  const first: Partial<Record<ReadableForms, string>> = {};
  for (const value of values) {
    // Without these marks, a number is the same in both notations.
    const mayTell =
      (first.point === undefined && value.includes(".")) ||
      (first.comma === undefined && value.includes(",")) ||
      WIDE_MARKS.test(value);
    if (mayTell) first[formsOf(value)] ??= value;
  }
  const { point, comma } = first;
  const clash = point === undefined || comma === undefined ? null : { point, comma };
  if (answer !== null) return { form: answer, isOpen: false, clash };
  if (clash !== null) return { form: null, isOpen: true, clash };
  if (point !== undefined) return { form: "point", isOpen: false, clash };
  if (comma !== undefined) return { form: "comma", isOpen: false, clash };
  return { form: null, isOpen: first.open !== undefined, clash };
}

/** By variable; only columns whose notation is known. */
export function numberFormsOf(forms: ColumnForms): Map<string, NumberForm> {
  return new Map([...forms].flatMap(([name, { form }]) => (form === null ? [] : [[name, form]])));
}

/** Why the rows of one email can't be added up. */
export interface AmountProblem {
  /** The index of the row among those of the email; null if it is about several. */
  at: number | null;
  variable: string;
  column: string | null;
  value: string;
  finding: Finding;
}

/**
 * The errors of the sums of an email for these two rows or more. An email for one row has none: its
 * sum is that row's text.
 */
export function amountProblems(
  rows: readonly Valued[],
  about: AmountContext,
  forms: ColumnForms,
): AmountProblem[] {
  return [...forms].flatMap(([variable, column]) => {
    const values = rows.map((row) => row.values[column.index] ?? "");
    return problemsOf(variable, column, values, about);
  });
}

/** The errors of one sum. */
function problemsOf(
  variable: string,
  column: ColumnForm,
  values: readonly string[],
  about: AmountContext,
): AmountProblem[] {
  // The usual case costs no more than reading each value once: a blank isn't a number.
  if (!column.isOpen && sumProblem(values, column.form ?? "point") === null) return [];
  const of = { variable, column: about.columns.used[column.index]?.header ?? null };
  const filled = values.filter((value) => !isBlank(value));
  const { amount } = about.sums.get(variable) ?? {};
  if (amount !== undefined && filled.length < values.length) {
    const finding = error("sum", blankAmount(variable, shortened(amount)));
    return values.flatMap((value, at) => (isBlank(value) ? { ...of, at, value, finding } : []));
  }
  if (filled.length === 0) return [];
  const problem = sumProblem(filled, column.form ?? "point");
  if (!column.isOpen && problem === null) return [];
  const found = values.flatMap((value, at) => {
    const finding = isBlank(value) ? null : findingOf(variable, value, column);
    return finding === null ? [] : [{ ...of, at, value, finding }];
  });
  if (found.length > 0 || problem === null) return found;
  const finding = error("sum", `{{${variable}}} can't be added up: ${problem}`);
  return [{ ...of, at: null, value: "", finding }];
}

/** The error of one value. */
function findingOf(variable: string, value: string, { form, clash }: ColumnForm): Finding | null {
  const forms = formsOf(value);
  if (forms === "any" || forms === form) return null;
  if (forms === "none" || (forms !== "open" && form !== null))
    return error(
      "sum",
      `${notAddableMessage(value, form ?? "point")}, so {{${variable}}} can't be added up`,
    );
  if (form !== null) return null;
  if (clash !== null)
    return error(
      "number_form",
      `{{${variable}}} has “${shortened(clash.point)}” and “${shortened(clash.comma)}”, which are written differently`,
    );
  return error(
    "number_form",
    `“${shortened(value)}” in {{${variable}}} could be ${inWords(value, "point")} or ${inWords(value, "comma")}`,
  );
}

/** The questions about columns whose notation makes a difference to the sums of these rows' emails. */
export function amountQuestions(
  rows: readonly Valued[],
  { variables }: Pick<AmountContext, "variables">,
  forms: ColumnForms,
): AmountQuestion[] {
  const questions = new Map<string, AmountQuestion>();
  for (const { name } of variables) {
    const column = forms.get(name);
    if (column === undefined || questions.has(column.column)) continue;
    const question = questionOf(rows, column);
    if (question !== null) questions.set(column.column, question);
  }
  return [...questions.values()];
}

function questionOf(
  rows: readonly Valued[],
  { index, column, isOpen, answer, clash }: ColumnForm,
): AmountQuestion | null {
  if (!isOpen && answer === null) return null;
  for (const { values } of rows) {
    const value = values[index] ?? "";
    const forms = formsOf(value);
    if (forms === "any" || forms === "none") continue;
    if (clash !== null) {
      const [point, comma] = [shortened(clash.point), shortened(clash.comma)];
      return {
        column,
        value: `${point} and ${comma}`,
        point: `numbers like ${point}`,
        comma: `numbers like ${comma}`,
        answer,
      };
    }
    if (forms !== "open") continue;
    return {
      column,
      value: shortened(value),
      point: inWords(value, "point"),
      comma: inWords(value, "comma"),
      answer,
    };
  }
  return null;
}
