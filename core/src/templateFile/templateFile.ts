import * as z from "zod/mini";
import { dateFormat, dateWords, type TemplateFields, timeFormat } from "../contract/templates.ts";

/** The file of a template's text, and the folder of its files, in a template file. */
export const TEXT_PART = "template.json";
export const FILES_FOLDER = "files/";

/** What tells our `template.json` from another program's. */
export const PROGRAM = "sendwright";
/** Change it if an older page couldn't read the file. */
export const VERSION = 1;

/** A file that everyone gets. */
const packedFile = z.object({
  /** Its place in the zip. */
  path: z.string(),
  /** Its name in the email, which a zip may not allow. */
  name: z.string(),
  type: z.string().check(z.maxLength(200)),
});

/** `template.json`: no Reply-To, no signature, no id and no earlier versions (decision 37). */
export const templateText = z.object({
  program: z.literal(PROGRAM),
  version: z.literal(VERSION),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  dateFormat,
  timeFormat,
  ...dateWords,
  files: z.array(packedFile),
});

/** The part of a template that is for a colleague, too. */
export type SharedFields = Pick<
  TemplateFields,
  "name" | "subject" | "body" | "dateFormat" | "timeFormat" | "date_language" | "date_weekday"
>;

/** A file of a template, with its bytes. */
export interface SharedFile {
  name: string;
  /** As in an email's `Content-Type`. */
  type: string;
  content: Uint8Array<ArrayBuffer>;
}
