import { furtherRowsOf } from "@sendwright/core/check/joinedRows";
import { type CheckedRow, type CheckResult, rowValues } from "@sendwright/core/check/types";
import { checkTogether } from "@sendwright/core/check/value";
import type { Settings } from "@sendwright/core/contract/account";
import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import type { HoursOfDay, ZonedHours } from "@sendwright/core/contract/hours";
import type { sendBulk } from "@sendwright/core/contract/sendCalls";
import type { SendKind } from "@sendwright/core/contract/sends";
import { missingPictures, PICTURE_MISSING, requirePicture } from "@sendwright/core/files/pictures";
import {
  addressesText,
  type CopyTexts,
  recipientCount,
  requireAddresses,
} from "@sendwright/core/recipients/copies";
import { peopleNames } from "@sendwright/core/recipients/peopleNames";
import type { ParsedUpload } from "../../../http/readInput.ts";
import type { RowOptions } from "../../../mail/prepareMail.ts";
import type { FileSource, RowContent } from "../../../store/sends/create.ts";
import type { PlannedRow, SendDetails } from "../../../store/sends/schemas.ts";
import type { MailSource } from "./mailSource.ts";

/** A call's fields for the hours. */
interface HoursInput {
  time_zone?: string | undefined;
  hours?: HoursOfDay | undefined;
}

/**
 * The hours in which a send resumes after the daily quota interrupted it: the call's, else those of
 * the account's settings. Null, for any hour, if neither names a zone. Throws `invalid_input`.
 */
export function hoursOf(
  settings: Pick<Settings, "hours" | "time_zone">,
  { time_zone, hours }: HoursInput,
): ZonedHours | null {
  if (time_zone !== undefined && hours !== undefined) return { timeZone: time_zone, ...hours };
  const timeZone = time_zone ?? settings.time_zone;
  if (timeZone !== null) return { timeZone, ...(hours ?? settings.hours) };
  if (hours === undefined) return null;
  throw new AppError("invalid_input", '"hours" needs "time_zone", or a time zone in the settings.');
}

/** A call's fields for Reply-To, Cc and Bcc. */
interface CopiesInput {
  reply_to?: string | undefined;
  cc?: string | undefined;
  bcc?: string | undefined;
}

/**
 * The addresses of a send: where replies go, by the call, else by its template, else by the
 * account's settings, and who gets a copy of every email. Throws `invalid_recipient`.
 */
export function copyTexts(
  settings: Pick<Settings, "reply_to">,
  mail: MailSource,
  input: CopiesInput,
): CopyTexts {
  const given = [input.reply_to ?? "", mail.replyTo].find((text) => text.trim() !== "");
  const replyTo = given ?? settings.reply_to;
  const textOf = (field: keyof CopyTexts, text: string) =>
    addressesText(requireAddresses(text, field));
  return {
    replyTo: textOf("replyTo", replyTo),
    cc: textOf("cc", input.cc ?? ""),
    bcc: textOf("bcc", input.bcc ?? ""),
  };
}

/** A send that can begin: everything is checked, and nothing is stored yet. */
export interface SendPlan {
  kind: SendKind;
  mail: Omit<MailSource, "subjectFor" | "joining" | "replyTo" | "pictures">;
  /** A row for each email, and for each row of the list that isn't sent. */
  rows: PlannedRow[];
  /** The texts shown of it besides its email and `copies`; each may be "". */
  details: Omit<SendDetails, keyof CopyTexts>;
  /** Per variable of the email: how `1/2/2025` is read, "" if it doesn't matter. */
  dateOrders: string[];
  /**
   * Per variable: how the numbers that are added up are written, "" if none are; absent if the
   * email has no repeated part.
   */
  numberForms?: string[];
  files: FileSource[];
  /** Each different content of the rows' own files. */
  rowContents: readonly RowContent[];
  /** Where replies go, and who gets a copy of every email. */
  copies: CopyTexts;
  rowsOverLimit: number;
  /** The person's earlier send that this one corrects, and which rows. */
  corrects: NonNullable<InputOf<typeof sendBulk>["corrects"]> | null;
  /** The key of the scheduled send whose place it takes; null for none. */
  replaces: string | null;
  /** When it begins; null: at once. */
  startAt: number | null;
  /** Milliseconds of its hold. */
  hold: number;
  /** In which hours it resumes after the daily quota interrupted it; null: any. */
  resumeHours: ZonedHours | null;
}

/**
 * The plan of an email, its checked rows and the files of the call. Throws `invalid_input` if a
 * picture that the body mentions is missing or isn't one, `attachment_limit` if it is too large.
 */
export function planOf(
  kind: SendKind,
  mail: Omit<MailSource, "replyTo">,
  copies: CopyTexts,
  checked: CheckResult,
  uploads: ParsedUpload[],
): SendPlan {
  const emails = emailsOf(mail, checked);
  const rows = plannedRows(emails, checked);
  const first = rows.find(({ state }) => state === "queued");
  const variables = mail.variables.map(({ name }) => name);
  return {
    kind,
    mail,
    rows,
    details: {
      firstSubject: (first && emails.get(first.n)?.subject) ?? "",
      firstPerson: kind === "test" ? "" : firstOfFew(rows, checked),
    },
    dateOrders: variables.map((name) => checked.dateOrders.get(name) ?? ""),
    ...(mail.joining !== null && {
      numberForms: variables.map((name) => checked.numberForms.get(name) ?? ""),
    }),
    files: filesOfSend(mail, uploads),
    rowContents: [],
    copies,
    rowsOverLimit: checked.summary.rowsOverLimit,
    corrects: null,
    replaces: null,
    startAt: null,
    hold: 0,
    resumeHours: null,
  };
}

/** The list of sends names the first person only of a send to at most so many. */
const FEW = 10;

/** Who gets the first email, of a few; "" if there are more. */
function firstOfFew(rows: readonly PlannedRow[], checked: CheckResult): string {
  const people = rows.filter(({ state }) => state === "queued");
  const [first] = people;
  if (first === undefined || people.length > FEW) return "";
  const [name] = peopleNames(ownVariables(checked))(first.values, first.name);
  return name ?? first.to;
}

function filesOfSend(
  { attachments, pictures }: Pick<MailSource, "attachments" | "pictures">,
  uploads: ParsedUpload[],
) {
  const files = [
    ...attachments.map(storedFile),
    ...uploads.map((file) => uploadedFile(file, pictures)),
  ];
  const names = files.map(({ filename }) => filename);
  if (missingPictures(pictures, names).length > 0)
    throw new AppError("invalid_input", PICTURE_MISSING);
  return files;
}

/** The email that a checked row leads; `refusal` says why it can't be made, null if it can. */
interface PlannedEmail {
  further: CheckedRow[];
  subject: string;
  refusal: string | null;
}

/** What the check says of how an email's values are read, and the values of its further rows. */
export function rowOptions(
  { variables }: Pick<MailSource, "variables">,
  { dateOrders, numberForms }: Pick<CheckResult, "dateOrders" | "numberForms">,
  further: readonly CheckedRow[],
): RowOptions {
  return { dateOrders, numberForms, further: further.map((row) => rowValues(variables, row)) };
}

/** By the number of its leading row: each email that the check lets pass. */
function emailsOf(
  mail: Pick<MailSource, "variables" | "subjectFor">,
  checked: CheckResult,
): ReadonlyMap<number, PlannedEmail> {
  const ready = checked.rows.filter(
    ({ verdict, address }) => verdict === "ready" && address !== null,
  );
  return new Map(
    ready.map((row): [number, PlannedEmail] => {
      const further = furtherRowsOf(checked.rows, row);
      const options = rowOptions(mail, checked, further);
      try {
        const subject = mail.subjectFor(rowValues(mail.variables, row), options);
        return [row.n, { further, subject, refusal: null }];
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return [row.n, { further, subject: "", refusal: error.message }];
      }
    }),
  );
}

/** One row for each email; of one that can't be made, all its rows, skipped. */
function plannedRows(
  emails: ReadonlyMap<number, PlannedEmail>,
  checked: CheckResult,
): PlannedRow[] {
  const personOf = personsOf(checked);
  return checked.rows.flatMap((row) => {
    const email = emails.get(row.joinedTo ?? row.n);
    const more = { ...personOf(row), ...row.copyCells };
    if (row.verdict === "skip" || email === undefined)
      return { ...skippedRow(row, row.reason), ...more };
    if (email.refusal !== null) return { ...skippedRow(row, email.refusal), ...more };
    return row.verdict === "joined" ? [] : { ...leadingRow(row, email, personOf), ...more };
  });
}

function leadingRow(
  row: CheckedRow,
  { further }: PlannedEmail,
  personOf: ReturnType<typeof personsOf>,
): PlannedRow {
  const { n, line, name, values, notes } = row;
  return {
    n,
    line,
    to: row.address ?? "",
    name,
    values,
    ...(further.length > 0 && {
      further: further.map((one) => ({ n: one.n, line: one.line, ...personOf(one) })),
      furtherValues: further.map((one) => ({ values: one.values })),
      numbers: further.map((one) => one.n),
    }),
    ...(row.copies && { recipients: recipientCount(row.copies) }),
    note: notes.join(" "),
    state: "queued",
    reason: "",
  };
}

/** Per value of a row: its variable; null for one that everyone gets, which isn't anyone's name. */
function ownVariables({ columns }: CheckResult): (string | null)[] {
  return columns.used.map(({ variable, header }) => (header === null ? null : variable));
}

/**
 * A function that finds the names of a row's people: "Anna Berger · Mia". Where names don't tell the
 * rows of one email apart, a value that does follows: "Anna Berger · 2041".
 */
function personsOf(checked: CheckResult) {
  const { rows } = checked;
  const own = ownVariables(checked);
  const namesIn = peopleNames(own);
  const namesOf = new Map(rows.map(({ n, name, values }) => [n, namesIn(values, name)]));
  const personOf = ({ n }: CheckedRow) => (namesOf.get(n) ?? []).join(" · ");
  for (const row of rows) {
    const all = [row, ...furtherRowsOf(rows, row)];
    if (all.length === 1 || areDistinct(all.map(personOf))) continue;
    const place = own.findIndex(
      (variable, at) => variable !== null && areDistinct(all.map(({ values }) => values[at] ?? "")),
    );
    if (place === -1) continue;
    for (const { n, values } of all)
      namesOf.set(n, [...(namesOf.get(n) ?? []), values[place] ?? ""]);
  }
  return (row: CheckedRow): Pick<PlannedRow, "person"> => {
    const person = personOf(row);
    return person === "" ? {} : { person };
  };
}

/** Characters of a value that is shown beside an address. */
const MOST_SHOWN = 100;

function areDistinct(texts: readonly string[]): boolean {
  const isShown = texts.every((text) => text !== "" && text.length <= MOST_SHOWN);
  return isShown && new Set(texts).size === texts.length;
}

/**
 * Its values are kept like the others', for a later correction, except those that no email could
 * contain.
 */
function skippedRow({ n, line, recipient: to, values }: CheckedRow, reason: string): PlannedRow {
  const kept = checkTogether(values) === null ? values : [];
  return { n, line, to, name: "", values: kept, note: "", state: "skipped", reason };
}

function storedFile(file: MailSource["attachments"][number]): FileSource {
  const { original_filename: filename, content_type: contentType, storage_path: from } = file;
  const { size, hash } = file;
  return { filename, contentType, size, from, ...(hash !== undefined && { hash }) };
}

function uploadedFile(
  { filename, contentType, content }: ParsedUpload,
  pictures: MailSource["pictures"],
): FileSource {
  const type = pictures.has(filename) ? requirePicture(filename, content) : contentType;
  return { filename, contentType: type, size: content.length, from: content };
}
