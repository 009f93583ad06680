import { AppError } from "../contract/appError.ts";
import { MAX_ROW_VALUES_BYTES, MAX_VALUE_LENGTH } from "../contract/limits.ts";
import { BLANK_PART } from "../contract/messages.ts";
import type { DateOrder, Variable } from "../contract/templates.ts";
import { openCentury } from "../dates/century.ts";
import { dateInWords, hasShortYear, readDate } from "../dates/dates.ts";
import { type Formats, formatsOf } from "../dates/formats.ts";
import { formatTime } from "../dates/times.ts";
import {
  type CompiledTemplate,
  compileTemplate,
  isBlank,
  valueProblem,
} from "../placeholders/placeholders.ts";
import {
  faultOf,
  leftOutSentence,
  repairedAddress,
  repairedRecipient,
} from "../recipients/faults.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { shortened } from "../shortened.ts";
import { withCommas } from "../withCommas.ts";
import { isStandIn } from "./standIn.ts";
import type { Problem } from "./types.ts";

interface LinkedMail extends MailForm {
  variables: readonly Variable[];
}

/** The variables whose values give no working link, or choose none of the email's texts. */
export interface EmailFindings {
  badLinks: ReadonlySet<string>;
  uncovered: ReadonlySet<string>;
  /** Those whose value, whatever it is, shows or hides a text. */
  conditions: ReadonlySet<string>;
  /** Says which part of the email its values empty; null for none. */
  blankPart: string | null;
}

/** Signs of a link, a condition and a fallback, which depend on a value. */
const DEPENDS = /href=|[#^|]/;

/** An email in which a value decides more than its own text; null for any other. */
export function dependentTemplate({
  subject,
  body,
}: Pick<MailForm, "subject" | "body">): CompiledTemplate | null {
  const hasPlaceholders = subject.includes("{{") || body.includes("{{");
  // The subject, too: one name has one type and one fallback in the whole email.
  return hasPlaceholders && DEPENDS.test(subject + body)
    ? compileTemplate({ subject, body })
    : null;
}

/** Whether rows with the same mailbox become one email (decision 38). */
export function joinsRows(mail: Pick<MailForm, "subject" | "body">): boolean {
  return (dependentTemplate(mail)?.joining ?? null) !== null;
}

/**
 * Returns a function that looks at one email, given the values in the order of the variables. It
 * judges only links that depend on no other variables, and blanks only if it knows them all.
 *
 * @param part if each row is only a part of an email: its template. Blanks are then no row's own.
 */
export function emailChecker(
  mail: LinkedMail,
  dateOrders?: ReadonlyMap<string, DateOrder>,
  part?: CompiledTemplate,
): (values: readonly string[]) => EmailFindings {
  const { subject, body, variables } = mail;
  const formats = formatsOf(mail);
  const names = variables.map(({ name }) => name);
  const known = new Set(names);
  const template = part ?? dependentTemplate(mail);
  const isWhole = !part && (template?.variables.every(({ name }) => known.has(name)) ?? false);
  const conditions = new Set(names.filter((name) => isConditionIn(subject + body, name)));
  // The same for all values, as of most emails.
  if (!template?.judgesValues && !(isWhole && template?.canBeBlank))
    return () => ({ badLinks: NONE, uncovered: NONE, conditions, blankPart: null });
  return (values) => {
    const byName = new Map(names.map((name, index) => [name, values[index] ?? ""]));
    const options = { ...formats, dateOrders };
    const bad = template.badLinks(byName, options);
    const blank = isWhole ? template.blankPart(byName, options) : null;
    const judged = bad.filter(({ needs }) => needs.every((name) => known.has(name)));
    const uncovered = template.uncovered(byName).filter((name) => known.has(name));
    return {
      badLinks: new Set(judged.flatMap((link) => link.names)),
      uncovered: new Set(uncovered),
      conditions,
      blankPart: blank === null ? null : BLANK_PART[blank],
    };
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Whether an email has `{{#Name}}` or `{{^Name}}`, which ask only whether there is a value. */
function isConditionIn(text: string, name: string): boolean {
  return ["#", "^"].some(
    (sign) => text.includes(`{{${sign}${name}}}`) || text.includes(`{{${sign} ${name} }}`),
  );
}

/**
 * Values that say no, as spreadsheets, forms and people write it; as a condition they count as a
 * value.
 */
const SAYS_NO =
  /^(?:false|falsch|faux|falso|no|nein|non|nee|none|keine?|n|n\/a|0|off|not|nie|não|нет|[-‐‑–—−]|✗|✘)$/iu;

/** The problems of one set of values, in Direct Send or a manual bulk send. */
export interface CheckedValues {
  /** Required variables without a value. */
  missing: string[];
  /** Values that don't fit their variable. */
  invalid: { variable: string; message: string; suggestion?: string }[];
  /** Says which part of the email the values empty; null for none. */
  blankPart: string | null;
  /** About values that are sent, but may not be meant so. */
  notes: string[];
}

/** The problems of a set of values (rule: before it goes). */
export function checkValues(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
): CheckedValues {
  const given = variables.map(({ name }) => (values.get(name) ?? "").trim());
  const found = emailChecker({ ...mail, variables })(given);
  const { blankPart } = found;
  const checked: CheckedValues = { missing: [], invalid: [], blankPart, notes: [] };
  for (const [index, variable] of variables.entries()) {
    const context = contextOf(variable, found);
    for (const { kind, severity, message, suggestion } of checkValue(
      variable,
      given[index] ?? "",
      mail,
      context,
    )) {
      if (kind === "blank") checked.missing.push(variable.name);
      else if (severity === "note") checked.notes.push(message);
      else
        checked.invalid.push({
          variable: variable.name,
          message,
          ...(suggestion !== undefined && { suggestion }),
        });
    }
  }
  return checked;
}

/**
 * As `checkValues`, for the server; returns the notes.
 * @throws AppError `missing_variables` ("Missing required variables: names", `details.missing`), `invalid_values`,
 * `blank_email` or `values_too_long`.
 */
export function requireValues(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
): string[] {
  const { missing, invalid, blankPart, notes } = checkValues(variables, values, mail);
  if (missing.length > 0) {
    throw new AppError("missing_variables", `Missing required variables: ${missing.join(", ")}`, {
      details: { missing },
    });
  }
  if (invalid.length > 0) {
    const names = invalid.map(({ variable }) => variable);
    throw new AppError("invalid_values", `${invalid.map(({ message }) => message).join("; ")}.`, {
      details: { invalid: names },
    });
  }
  if (blankPart !== null) throw new AppError("blank_email", blankPart);
  requireTogether(variables.map(({ name }) => values.get(name) ?? ""));
  return notes;
}

/**
 * Checks the values of one email together.
 * @throws AppError `values_too_long` if they have too many bytes in total.
 */
export function requireTogether(values: readonly string[]): void {
  const finding = checkTogether(values);
  if (finding !== null) throw new AppError("values_too_long", finding.message);
}

/** A problem that a value alone can show. */
export type Finding = Pick<
  Problem,
  "kind" | "severity" | "message" | "suggestion" | "doubt" | "century"
>;

/** The parts of an email that decide whether a value fits. */
export interface MailForm extends Formats {
  subject: string;
  /** HTML, whose links are checked with their values. */
  body: string;
}

const utf8 = new TextEncoder();

/** An error about a text that isn't an address, with the only address that it can mean. */
export function notAnAddress(kind: Problem["kind"], text: string, place = ""): Finding {
  const fault = faultOf(text);
  const reason = fault === null ? "" : ` (${fault})`;
  // A value is a bare address.
  const suggestion = kind === "email" ? repairedAddress(text) : repairedRecipient(text);
  return {
    ...error(kind, `Not an email address${place}: ${shortened(text)}${reason}`),
    ...(suggestion !== null && { suggestion }),
  };
}

interface ValueContext {
  /** The order of the column of a date; absent while someone is asked about it. */
  order?: DateOrder | undefined;
  /** Whether the value decides a link's target, and the link doesn't work. */
  leadsNowhere?: boolean;
  /** Whether the email has several texts, each for a value, and none for this one. */
  isUncovered?: boolean;
  /** Whether the email has a text for anyone who has a value. */
  isCondition?: boolean;
}

export function contextOf(
  { name }: Variable,
  found: EmailFindings,
  order?: DateOrder,
): ValueContext {
  const { badLinks, uncovered, conditions } = found;
  return {
    order,
    leadsNowhere: badLinks.has(name),
    isUncovered: uncovered.has(name),
    isCondition: conditions.has(name),
  };
}

/** All problems of a variable's value: errors, which stop the email, and notes. */
export function checkValue(
  variable: Variable,
  value: string,
  formats: Formats,
  { order, leadsNowhere = false, isUncovered = false, isCondition = false }: ValueContext = {},
): Finding[] {
  const named = `{{${variable.name}}}`;
  if (isBlank(value)) {
    if (variable.required || leadsNowhere) return [error("blank", `Blank value for ${named}`)];
    return isUncovered ? [note("uncovered", `The email has no text for a blank ${named}.`)] : [];
  }
  if (value.length > MAX_VALUE_LENGTH) return [tooLong(named)];
  const findings: Finding[] = [];
  if (isUncovered)
    findings.push(
      note("uncovered", `The email has no text for "${shortened(value)}" in ${named}.`),
    );
  if (isCondition && SAYS_NO.test(value.trim())) findings.push(countsAsValue(variable, value));
  else if (isStandIn(variable, value.trim()))
    findings.push(
      note(
        "stand_in",
        `"${shortened(value.trim())}" in ${named} looks like a missing value. It is sent as typed.`,
      ),
    );
  if (valueProblem(variable, value) !== null) findings.push(wrongValue(variable, value));
  else if (leadsNowhere)
    findings.push(error("link", `${named} doesn't make a working link: ${shortened(value)}`));
  return [
    ...findings,
    ...typeNotes(variable, value, formats, order),
    ...characterNotes(named, value),
  ];
}

function countsAsValue({ name }: Variable, value: string): Finding {
  const word = shortened(value);
  return note(
    "condition",
    `"${word}" counts as a value, so {{#${name}}} shows its text. Leave it blank for no.`,
  );
}

/** Notes about a value as an address, a date or a time, if its variable is one. */
function typeNotes(
  { name, type }: Variable,
  value: string,
  { timeFormat }: Formats,
  order: DateOrder | undefined,
): Finding[] {
  const named = `{{${name}}}`;
  if (type === "email") {
    const leftOut = leftOutSentence(value);
    return leftOut === null ? [] : [note("left_out", leftOut)];
  }
  if (type === "date") return dateFindings(named, value, order);
  if (type !== "time" || formatTime(value, timeFormat).recognized) return [];
  return [note("time", `"${shortened(value)}" in ${named} isn't a time and is sent as typed.`)];
}

/** Notes about a value whose characters show that a program wrote or read it wrong. */
function characterNotes(named: string, value: string): Finding[] {
  const notes: Finding[] = [];
  if (GARBLED.test(value))
    notes.push(note("unreadable", `"${shortened(value)}" in ${named} looks garbled. ${READ_ANEW}`));
  if (value.includes(SEPARATOR) && JOINED.test(value))
    notes.push(
      note(
        "joined",
        `"${shortened(value)}" in ${named} is several values, as Google Contacts joins them.`,
      ),
    );
  if (value.includes("\ufffd"))
    notes.push(note("unreadable", `Some characters in ${named} can't be read. ${READ_ANEW}`));
  return notes;
}

/** Google Contacts writes it between two values of one field. */
const SEPARATOR = " ::: ";
const JOINED = /\S ::: \S/;
/** UTF-8 that was read in another encoding: "Ã¼" for "ü", "â€™" for "’". */
const GARBLED =
  /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸŽ]|â€[\u0080-\u00bf™œž˜“”¦¢]|Ð[\u0080-\u00bf°-¿]Ñ/;

/** Where to choose another way of reading a file. */
const READ_ANEW =
  'If every row of a CSV file has this, open "Read it another way" and choose its encoding.';

/** The problem of all values of a row together, or null. */
export function checkTogether(values: readonly string[]): Finding | null {
  let length = 0;
  for (const value of values) length += value.length;
  // A unit of a string is at most three bytes, so we count only long rows.
  if (length * 3 <= MAX_ROW_VALUES_BYTES) return null;
  let bytes = 0;
  for (const value of values) bytes += utf8.encode(value).length;
  return bytes > MAX_ROW_VALUES_BYTES
    ? error("too_long", "All values of this row together are too long.")
    : null;
}

function dateFindings(named: string, value: string, order: DateOrder | undefined): Finding[] {
  const date = readDate(value);
  const quoted = () => `"${shortened(value)}" in ${named}`;
  if (date === null) return [note("date", `${quoted()} isn't a date and is sent as typed.`)];
  const { shows } = date;
  const readAs = shows ?? order ?? "dmy";
  const shortYear = (): Finding => {
    const isDayOpen = order === undefined && date.isOpen;
    const read = isDayOpen ? date[readAs].year : dateInWords(date, readAs);
    const century = openCentury(value, date[readAs]);
    const found = note("year", `${quoted()} has a year of two digits and is read as ${read}.`);
    return { ...found, ...(century && { century }) };
  };
  const years = hasShortYear(value) ? [shortYear()] : [];
  if (order === undefined || shows === null || shows === order) return years;
  const first = order === "dmy" ? "day" : "month";
  const words = dateInWords(date, shows);
  return [
    ...years,
    note(
      "date_order",
      `${quoted()} is read as ${words}, although its column has the ${first} first.`,
    ),
  ];
}

function wrongValue(variable: Variable, value: string): Finding {
  const named = `{{${variable.name}}}`;
  if (variable.type === "email") {
    const within = parseRecipient(value);
    if (within === null) return notAnAddress("email", value, ` in ${named}`);
    // An address with a name.
    return {
      ...error("email", `Not an email address in ${named}: ${shortened(value)}`),
      suggestion: within.address,
    };
  }
  const suggestion = variable.options.find(
    (option) => option.toLowerCase() === value.trim().toLowerCase(),
  );
  const finding = error("option", `"${shortened(value)}" is not an option of ${named}`);
  return suggestion === undefined ? finding : { ...finding, suggestion };
}

export function tooLong(subject: string): Finding {
  return error("too_long", `${subject} is longer than ${withCommas(MAX_VALUE_LENGTH)} characters`);
}

export function error(kind: Problem["kind"], message: string): Finding {
  return { kind, severity: "error", message };
}
export function note(kind: Problem["kind"], message: string): Finding {
  return { kind, severity: "note", message };
}
