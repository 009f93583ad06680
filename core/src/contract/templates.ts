import * as z from "zod/mini";
import { isDateLanguage } from "./dateLanguages.ts";
import {
  choicesByName,
  endpoint,
  idField,
  jsonField,
  lineOfText,
  listOf,
  success,
  textsByName,
  timeField,
  wholeNumber,
  yesNoField,
} from "./endpoint.ts";
import { idempotencyKey, KEY_HEADER } from "./idempotencyKey.ts";
import {
  HTML_PER_TEXT,
  MAX_COPIES_LENGTH,
  MAX_CSV_COLUMNS,
  MAX_FILES_OF_EMAIL,
  MAX_PICTURES,
  MAX_ROWS_OF_EMAIL,
  MAX_SUBJECT_LENGTH,
  MAX_VALUE_LENGTH,
} from "./limits.ts";

export const dateFormat = z.enum(["mmddyyyy", "long", "ddmmyyyy", "iso", "dmy_dots"]);
export type DateFormat = z.infer<typeof dateFormat>;
/** Which part of `01/02/2025` is the day: the first (`dmy`) or the second (`mdy`). */
export const dateOrder = z.enum(["dmy", "mdy"]);
export type DateOrder = z.infer<typeof dateOrder>;
export const timeFormat = z.enum(["12hr", "24hr"]);
export type TimeFormat = z.infer<typeof timeFormat>;
/** The default formats (rule: formats). */
export const DEFAULT_FORMATS = { dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;

/** A language of dates in words, as an answer names it: a later version may know more. */
const writtenLanguage = z.string().check(z.maxLength(20));
/**
 * How dates in words are written: the language ("" for American English) and whether the day of the
 * week comes first. Beside the format, which stays one that an old page can read.
 */
export const dateWords = {
  date_language: z.optional(
    writtenLanguage.check(z.refine(isDateLanguage, "is not a language for dates")),
  ),
  date_weekday: z.optional(yesNoField),
};
export const writtenDateWords = {
  date_language: z.optional(writtenLanguage),
  date_weekday: z.optional(z.boolean()),
};

export const variableType = z.enum(["text", "sticky", "dropdown", "date", "time", "email"]);
export type VariableType = z.infer<typeof variableType>;

/** Addresses in one line, as people write them; the core's recipient parser splits it. */
export const addressesField = lineOfText(MAX_COPIES_LENGTH);

/** The name of a file that a body shows as a picture (rule: pictures). */
export const PICTURE_NAME = /^picture-[0-9a-f]{16}\.(?:png|jpg|gif)$/;
export const pictureField = z
  .string()
  .check(z.maxLength(40, "is not a picture"), z.regex(PICTURE_NAME, "is not a picture"));

/** How a column writes numbers: 1,234.50 (`point`) or 1.234,50 (`comma`). */
export const numberForm = z.enum(["point", "comma"]);
export type NumberForm = z.infer<typeof numberForm>;

/** One variable of a template, as the grammar found it. */
export const variable = z.object({
  name: z.string(),
  type: variableType,
  /** Only for a dropdown. */
  options: z.array(z.string()),
  /** The text for a blank value; null if there is none. */
  fallback: z.nullable(z.string()),
  /** Whether a blank value leaves a gap in the email. */
  required: z.boolean(),
});
export type Variable = z.infer<typeof variable>;

export const attachment = z.object({
  original_filename: z.string(),
  storage_path: z.string(),
  size: wholeNumber,
  content_type: z.string(),
  /** The SHA-256 of its bytes; absent if an earlier version stored it. */
  hash: z.optional(z.string()),
});
export type Attachment = z.infer<typeof attachment>;

export const templateListItem = z.object({
  id: z.string(),
  name: z.string(),
  updated_at: timeField,
  variables: z.array(variable),
  attachment_count: wholeNumber,
});
export type TemplateListItem = z.infer<typeof templateListItem>;

/** A template in the list that can't be read. */
const unreadableTemplate = z.object({ id: z.string(), name: z.string() });
export type UnreadableTemplate = z.infer<typeof unreadableTemplate>;

export const template = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  /** HTML; may be empty. */
  body: z.string(),
  dateFormat,
  timeFormat,
  ...writtenDateWords,
  /** Where replies go; absent for the account's own choice. */
  reply_to: z.optional(z.string()),
  /** Whether the account's signature is added; absent for yes. */
  signature: z.optional(z.boolean()),
  parsed_variables: z.array(variable),
  syntax_warnings: z.array(z.string()),
  attachments: z.array(attachment),
  /** Files that the body can show (rule: pictures), with those that it doesn't mention any more. */
  pictures: z.optional(z.array(attachment)),
  updated_at: timeField,
  /**
   * Changes with every save of the fields and with its attachments. `If-Match` sends it back, where
   * attachments don't count, and so does a send.
   */
  revision: z.string(),
});
export type Template = z.infer<typeof template>;

/**
 * The input of a save (rule: formats). `checkTemplateFields` checks the configured limits (name,
 * body length as text) with their own sentences; these bounds are absolute.
 */
const fields = {
  name: lineOfText(1_000),
  subject: lineOfText(MAX_SUBJECT_LENGTH),
  body: z.string().check(z.maxLength(100_000 * HTML_PER_TEXT)),
  dateFormat,
  timeFormat,
  /** A save without them changes neither: an old page doesn't know them. */
  ...dateWords,
  /** Where replies go; blank for the account's own choice. A save without it changes nothing. */
  reply_to: z.optional(addressesField),
  /**
   * Whether the account's signature is added. A save without it changes nothing; a new template has
   * it.
   */
  signature: z.optional(yesNoField),
};
export const templateFields = z.object(fields);
export type TemplateFields = z.infer<typeof templateFields>;

/** A template's fields and nothing else, with the defaults of those that it lacks. */
export function completeFields(of: TemplateFields) {
  const { name, subject, body, dateFormat, timeFormat } = of;
  const { date_language = "", date_weekday = false, reply_to = "", signature = true } = of;
  const formats = { dateFormat, timeFormat, date_language, date_weekday };
  return { name, subject, body, ...formats, reply_to, signature };
}

export const listTemplates = endpoint({
  method: "GET",
  path: "/api/templates",
  rate: "reads",
  session: "recent",
  input: z.object({}),
  output: success({
    templates: z.array(templateListItem),
    /**
     * Unreadable templates, which can only be deleted. The name is empty if it can't be read
     * either.
     */
    unreadable: z.optional(z.array(unreadableTemplate)),
  }),
});

export const createTemplate = endpoint({
  method: "POST",
  path: "/api/templates",
  files: { files: MAX_FILES_OF_EMAIL + MAX_PICTURES },
  headers: KEY_HEADER,
  rate: "template_writes",
  /**
   * Without formats, a new template has the defaults. A call that comes again with its key gets the
   * template that it made, even if the call's content has changed.
   */
  input: z.extend(templateFields, {
    idempotency_key: idempotencyKey,
    dateFormat: z._default(dateFormat, DEFAULT_FORMATS.dateFormat),
    timeFormat: z._default(timeFormat, DEFAULT_FORMATS.timeFormat),
  }),
  output: success({ template }),
});

export const getTemplate = endpoint({
  method: "GET",
  path: "/api/template/:id",
  rate: "reads",
  session: "recent",
  input: z.object({ id: idField }),
  output: success({ template }),
});

export const saveTemplate = endpoint({
  method: "PUT",
  path: "/api/template/:id",
  headers: { revision: "if-match" },
  rate: "template_writes",
  input: z.object({
    id: idField,
    revision: z.optional(z.string().check(z.maxLength(200))),
    ...fields,
  }),
  output: success({
    template,
    /** The earlier version that has the text before this save; absent if it is the same text. */
    replaced: z.optional(z.string()),
  }),
});

/** The earlier versions of a template's text, the newest first. */
export const listVersions = endpoint({
  method: "GET",
  path: "/api/template/:id/versions",
  rate: "reads",
  session: "recent",
  input: z.object({ id: idField }),
  output: success({
    versions: z.array(z.object({ version: z.string(), replaced_at: timeField })),
  }),
});

/** An earlier version of a template's text. */
export const templateVersion = z.object({
  version: z.string(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  dateFormat,
  timeFormat,
  ...writtenDateWords,
  reply_to: z.string(),
  signature: z.boolean(),
  replaced_at: timeField,
  /** The names of the files that the template had then and has no more. */
  files_gone: z.array(z.string()),
  /** The names of the pictures that the body shows and that are gone. */
  pictures_gone: z.array(z.string()),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

export const getVersion = endpoint({
  method: "GET",
  path: "/api/template/:id/versions/:version",
  rate: "reads",
  session: "recent",
  input: z.object({
    id: idField,
    version: z
      .string()
      .check(z.maxLength(15, "is not a version"), z.regex(/^\d+$/, "is not a version")),
  }),
  output: success({ version: templateVersion }),
});

export const deleteTemplate = endpoint({
  method: "DELETE",
  path: "/api/template/:id",
  rate: "template_writes",
  input: z.object({ id: idField }),
  output: success({ message: z.string() }),
});

export const duplicateTemplate = endpoint({
  method: "POST",
  path: "/api/template/:id/duplicate",
  rate: "template_writes",
  input: z.object({ id: idField }),
  output: success({ template }),
});

/**
 * Makes a template of a send's email, with the files that everyone got, as long as the send's data is
 * kept.
 */
export const templateOfSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/template",
  headers: KEY_HEADER,
  rate: "template_writes",
  /** A call that comes again with its key gets the template that it made. */
  input: z.object({ id: idField, idempotency_key: idempotencyKey }),
  /** `skipped`: the names of files that a template has no room for. */
  output: success({ template, skipped: z.array(z.string()) }),
});

export const addAttachment = endpoint({
  method: "POST",
  path: "/api/template/:id/attachments",
  files: { file: 1 },
  rate: "uploads",
  input: z.object({ id: idField }),
  output: success({ attachment }),
});

/** A picture of a template's body, as it was uploaded. */
export const getPicture = endpoint({
  method: "GET",
  path: "/api/template/:id/pictures/:name",
  rate: "pictures",
  session: "recent",
  input: z.object({ id: idField, name: pictureField }),
  output: z.instanceof(Blob),
  file: true,
  immutable: true,
});

/** A file of a template, as it was uploaded. */
export const getAttachment = endpoint({
  method: "GET",
  path: "/api/template/:id/attachments",
  rate: "pictures",
  session: "recent",
  input: z.object({ id: idField, storage_path: z.string().check(z.maxLength(1_500)) }),
  output: z.instanceof(Blob),
  file: true,
});

export const deleteAttachment = endpoint({
  method: "DELETE",
  path: "/api/template/:id/attachments",
  body: "json",
  rate: "template_writes",
  input: z.object({ id: idField, storage_path: z.string().check(z.maxLength(1_500)) }),
  output: success({}),
});

/** As many names as a file has columns, because a preview may include a whole row. */
export const VARIABLE_NAMES = { entries: MAX_CSV_COLUMNS, nameLength: 500 };
/** As many names as a file has columns, each as long as a header may be. */
export const CELL_NAMES = { entries: MAX_CSV_COLUMNS, nameLength: MAX_VALUE_LENGTH };
/**
 * Characters of a value that we look at. Above MAX_VALUE_LENGTH, it is refused in its own words.
 */
export const MAX_GIVEN_LENGTH = 100_000;
export const variableValues = textsByName({ ...VARIABLE_NAMES, textLength: MAX_GIVEN_LENGTH });

/** The values of an email's further rows (decision 38). */
export const furtherRows = listOf(variableValues, { most: MAX_ROWS_OF_EMAIL - 1 });

/**
 * The revision of the template that was checked. A send is refused with `template_changed` if the
 * template has another one now; without this field, the template is sent as it is.
 */
export const revisionField = z.optional(z.string().check(z.maxLength(200)));

/** Whether the account's signature is added. By default the template says so; else it is added. */
export const signatureField = z.optional(yesNoField);

export const preview = endpoint({
  method: "POST",
  path: "/api/preview",
  rate: "previews",
  session: "recent",
  input: z.object({
    /** Empty for a composed email, which has its own subject and body. */
    template_id: z.union([z.literal(""), idField]),
    variables: z._default(variableValues, {}),
    /** Of one email for several rows, the values of the further ones. */
    rows: z.optional(furtherRows),
    /** By variable that is added up: how its numbers are written. */
    number_forms: z.optional(choicesByName(VARIABLE_NAMES, numberForm.options)),
    subject: z.optional(lineOfText(MAX_SUBJECT_LENGTH)),
    body: z.optional(fields.body),
    dateFormat: z.optional(dateFormat),
    timeFormat: z.optional(timeFormat),
    ...dateWords,
    signature: signatureField,
  }),
  output: success({
    rendered_subject: z.string(),
    /**
     * Sanitized and with inline styles: the email's HTML part, with values marked with
     * `data-variable`.
     */
    rendered_body_html: z.string(),
    rendered_text: z.string(),
    /** Blank variables; the preview marks their gaps. */
    missing: z.array(z.string()),
    syntax_warnings: z.array(z.string()),
  }),
});

export const variablesField = jsonField(variableValues);
