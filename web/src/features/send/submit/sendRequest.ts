import { isInEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { AppError, type Limits, MAX_CSV_BYTES, MAX_LIST_NAME } from "@sendwright/core/contract";
import { dateWordsOf } from "@sendwright/core/dates/formats";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import { claimsOf } from "@sendwright/core/list/claims";
import { cellText, type List } from "@sendwright/core/list/list";
import { uploadedFiles } from "@sendwright/core/list/listFiles";
import { copiesWithoutOthers } from "@sendwright/core/list/otherCopies";
import { valueFor } from "@sendwright/core/list/ownValues";
import { uploadOf } from "@sendwright/core/list/upload";
import { COPY_FIELDS } from "@sendwright/core/recipients/copies";
import type { SendCall } from "../../../data/sendQueries.ts";
import { asChecked, type Email, unsigned } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";

interface SendRequestInput {
  form: SendForm;
  /** The checked list, without blank rows. */
  list: List;
  mail: Email;
  check: Pick<CheckResult, "rows" | "dateOrders" | "numberForms">;
  limits: Limits;
}

/** Bytes reserved for the multipart form around the file. */
const FORM_BYTES = 64 * 1024;

/**
 * The request for a valid form: `POST /api/send` for the addresses of Direct Send, else `POST
 * /api/send-bulk`, which can start later. Throws AppError `csv_too_large`.
 */
export function sendRequest({ form, list, mail, check, limits }: SendRequestInput): SendCall {
  const { mode } = form.people.now;
  const pictures =
    form.choice.kind === "compose" ? filesInUse(form.pictures, picturesIn(form.body)) : [];
  const files = { attachments: [...form.attachments, ...pictures] };
  if (form.tab === "direct" && mode === "manual" && form.when.kind === "now")
    return { to: "send", input: directInput(form, list, mail), files };
  const isComposed = form.choice.kind === "compose";
  const common = {
    mode,
    template_id: form.choice.kind === "template" ? form.choice.id : "",
    ...asChecked(mail),
    date_format_preference: mail.dateFormat,
    time_format_preference: mail.timeFormat,
    ...(isComposed && {
      ...dateWordsOf(form),
      subject: form.subject.trim(),
      body: form.body,
      ...unsigned(form),
    }),
    ...replacesOf(form),
    ...correctsOf(list, check.rows),
    ...copiesInput(form, list),
    ...(form.when.kind === "later" && form.when.at !== null && { start_at: form.when.at }),
  };
  if (mode === "manual") {
    const variables = Object.fromEntries(
      mail.variables.map(({ name }) => [name, valueFor(form.values, name)]),
    );
    const filled = mail.variables.length > 0 && { variables, ...answersAbout(mail, list) };
    // The text of Direct Send is an address that isn't a recipient yet.
    const manual_recipients = form.tab === "direct" ? addressesOf(list) : form.people.now.text;
    return { to: "send-bulk", input: { ...common, manual_recipients, ...filled }, files };
  }
  const values = new Map(Object.entries(form.values));
  const writing = {
    variables: mail.variables,
    values,
    limit: limits.MAX_CSV_RECIPIENTS,
    cc: form.copies.cc,
    files: uploadedFiles(list),
  };
  const { csv, ...upload } = uploadOf(list, check, writing);
  const file = new File([csv], "recipients.csv", { type: "text/csv" });
  if (file.size > MAX_CSV_BYTES - FORM_BYTES) {
    throw new AppError(
      "csv_too_large",
      "The rows are larger than 8 MB together. Remove columns you don't need.",
    );
  }
  const { kind, name } = list.source;
  const named = kind === "file" && { list_name: name.slice(0, MAX_LIST_NAME) };
  return {
    to: "send-bulk",
    input: { ...common, ...upload, ...named },
    files: { csv_file: [file], ...files },
  };
}

const addressesOf = (list: List) => list.rows.map(({ cells }) => cellText(cells[0])).join(", ");

/** The server trims values; the names it knows are those of the template. */
function directInput(form: SendForm, list: List, mail: Email) {
  const { choice, values } = form;
  return {
    template_id: choice.kind === "template" ? choice.id : "",
    ...asChecked(mail),
    recipient: addressesOf(list),
    variables: Object.fromEntries(
      mail.variables.map(({ name }) => [name, valueFor(values, name).trim()]),
    ),
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    ...answersAbout(mail, list),
    ...copiesInput(form, list),
  };
}

/** How the dates that everyone gets are read, as far as someone has said. */
function answersAbout({ variables }: Email, { mapping }: List) {
  const orders = variables.flatMap(({ name }) => {
    const order = mapping.dates.get(name);
    return order === undefined ? [] : [[name, order] as const];
  });
  return orders.length > 0 && { date_orders: Object.fromEntries(orders) };
}

/**
 * The fields of a call for Reply-To, Cc and Bcc; a column of the list counts before the addresses
 * for everyone.
 */
function copiesInput(
  { copies }: SendForm,
  list: List,
): { reply_to?: string; cc?: string; bcc?: string } {
  const fixed = COPY_FIELDS.flatMap((field) => {
    // Beside further addresses of a row, they are in its own Cc.
    const isInRows = list.mapping[field] !== null || (field === "cc" && list.several?.as === "cc");
    const text = isInRows ? "" : copiesWithoutOthers(copies[field], list.elsewhere).trim();
    return text === "" ? [] : [[field, text] as const];
  });
  return {
    ...(copies.replyTo.trim() !== "" && { reply_to: copies.replyTo.trim() }),
    ...Object.fromEntries(fixed),
  };
}

/**
 * The scheduled send that this one replaces. A server from before `replaces` doesn't correct a
 * scheduled send, so it refuses this one instead of sending both.
 */
function replacesOf({ replaces }: SendForm) {
  return replaces && { replaces: replaces.send, corrects: { send: replaces.send, rows: [1] } };
}

/**
 * Maps rows of the earlier send to the rows here whose people this list corrects. People who are
 * skipped here stay with that send. Can be empty.
 */
export function correctsOf(
  list: List,
  checked: readonly CheckedRow[],
): { corrects?: { send: string; rows: number[]; here: number[] } } {
  if (list.corrects === null) return {};
  const claims = claimsOf(list);
  const here = checked.filter((row) => isInEmail(row) && claims.has(row.id));
  if (here.length === 0) return {};
  return {
    corrects: {
      send: list.corrects,
      rows: here.map(({ id }) => claims.get(id) ?? 0),
      here: here.map(({ n }) => n),
    },
  };
}
