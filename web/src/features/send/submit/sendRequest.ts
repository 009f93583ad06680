import { isInEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import {
  AppError,
  type DateOrder,
  type Limits,
  MAX_CSV_BYTES,
  MAX_LIST_NAME,
} from "@sendwright/core/contract";
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
 * The request for a valid form: `POST /api/send` for the addresses of Direct Send that go now, else
 * `POST /api/send-bulk`. Throws AppError `csv_too_large`.
 */
export function sendRequest(input: SendRequestInput): SendCall {
  const { tab, people, when } = input.form;
  if (people.now.mode === "csv") return listRequest(input);
  return tab === "direct" && when.kind === "now" ? directRequest(input) : addressesRequest(input);
}

/** The request for the addresses of Direct Send, which takes no other send's place. */
function directRequest({ form, list, mail }: SendRequestInput): SendCall {
  if (form.replaces) throw new Error("Direct Send can't replace a scheduled send.");
  return {
    to: "send",
    input: {
      template_id: templateId(form),
      ...asChecked(mail),
      recipient: addressesOf(list),
      // Trimmed, as the server reads them.
      variables: Object.fromEntries(
        Object.entries(valuesOf(form, mail)).map(([name, value]) => [name, value.trim()]),
      ),
      dateFormat: mail.dateFormat,
      timeFormat: mail.timeFormat,
      ...answersAbout(mail, list),
      ...copiesInput(form, list),
    },
    files: { attachments: attachmentsOf(form) },
  };
}

/** The request for addresses that all get the same values. */
function addressesRequest(input: SendRequestInput): SendCall {
  const { form, list, mail } = input;
  const hasValues = mail.variables.length > 0;
  // The text of Direct Send is an address that isn't a recipient yet.
  const manual_recipients = form.tab === "direct" ? addressesOf(list) : form.people.now.text;
  return {
    to: "send-bulk",
    input: {
      ...bulkInput(input),
      manual_recipients,
      ...(hasValues ? { variables: valuesOf(form, mail), ...answersAbout(mail, list) } : {}),
    },
    files: { attachments: attachmentsOf(form) },
  };
}

/** The request for a list, which is uploaded as a file. */
function listRequest(input: SendRequestInput): SendCall {
  const { form, list, mail, check, limits } = input;
  const { csv, ...upload } = uploadOf(list, check, {
    variables: mail.variables,
    values: new Map(Object.entries(form.values)),
    limit: limits.MAX_CSV_RECIPIENTS,
    cc: form.copies.cc,
    files: uploadedFiles(list),
  });
  const file = new File([csv], "recipients.csv", { type: "text/csv" });
  if (file.size > MAX_CSV_BYTES - FORM_BYTES) {
    throw new AppError(
      "csv_too_large",
      `The rows are larger than ${MAX_CSV_BYTES / 1024 / 1024} MB together. Remove columns you don't need.`,
    );
  }
  const { kind, name } = list.source;
  const named = kind === "file" ? { list_name: name.slice(0, MAX_LIST_NAME) } : {};
  return {
    to: "send-bulk",
    input: { ...bulkInput(input), ...upload, ...named },
    files: { csv_file: [file], attachments: attachmentsOf(form) },
  };
}

/** The fields that both kinds of `POST /api/send-bulk` have. */
function bulkInput({ form, list, mail, check }: SendRequestInput) {
  return {
    mode: form.people.now.mode,
    template_id: templateId(form),
    ...asChecked(mail),
    date_format_preference: mail.dateFormat,
    time_format_preference: mail.timeFormat,
    ...(form.choice.kind === "compose" && {
      ...dateWordsOf(form),
      subject: form.subject.trim(),
      body: form.body,
      ...unsigned(form),
    }),
    ...earlierSend(form, list, check.rows),
    ...copiesInput(form, list),
    ...startOf(form),
  };
}

/** The values that everyone gets, by placeholder. */
function valuesOf({ values }: SendForm, { variables }: Email): Record<string, string> {
  return Object.fromEntries(variables.map(({ name }) => [name, valueFor(values, name)]));
}

function templateId({ choice }: SendForm): string {
  return choice.kind === "template" ? choice.id : "";
}

/** The files of every email: those that you attached, and the pictures of a composed body. */
function attachmentsOf({ choice, attachments, pictures, body }: SendForm): File[] {
  const shown = choice.kind === "compose" ? filesInUse(pictures, picturesIn(body)) : [];
  return [...attachments, ...shown];
}

/** When the send starts. Throws if it is to start later and has no time, instead of sending now. */
function startOf({ when }: SendForm): { start_at?: string } {
  if (when.kind === "now") return {};
  if (when.at === null) throw new Error("A send that starts later needs a time.");
  return { start_at: when.at };
}

const addressesOf = (list: List) => list.rows.map(({ cells }) => cellText(cells[0])).join(", ");

/** The answers to how the dates that everyone gets are read; none if there was no question. */
function answersAbout(
  { variables }: Email,
  { mapping }: List,
): { date_orders?: Record<string, DateOrder> } {
  const orders = variables.flatMap(({ name }) => {
    const order = mapping.dates.get(name);
    return order === undefined ? [] : [[name, order] as const];
  });
  return orders.length > 0 ? { date_orders: Object.fromEntries(orders) } : {};
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
  const replyTo = copies.replyTo.trim();
  return { ...(replyTo === "" ? {} : { reply_to: replyTo }), ...Object.fromEntries(fixed) };
}

/** The earlier send that this one replaces or corrects. */
function earlierSend(form: SendForm, list: List, checked: readonly CheckedRow[]) {
  const { replaces } = form;
  const { corrects } = correctsOf(list, checked);
  if (!replaces) return corrects ? { corrects } : {};
  // A server that doesn't know `replaces` would send both. It refuses to correct a row of a send
  // that is still scheduled.
  const aRow = { send: replaces.send, rows: [1] };
  return { replaces: replaces.send, corrects: corrects ?? aRow };
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
