import { isBodyTooLong, isEmptyBody } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import type { Settings } from "@sendwright/core/contract/account";
import { AppError } from "@sendwright/core/contract/appError";
import {
  NO_BODY,
  NO_CHOICE,
  NO_SUBJECT,
  TEMPLATE_CHANGED,
} from "@sendwright/core/contract/messages";
import {
  type Attachment,
  DEFAULT_FORMATS,
  type Variable,
} from "@sendwright/core/contract/templates";
import { type Formats, formatsAsked, type GivenFormats } from "@sendwright/core/dates/formats";
import { filesInUse } from "@sendwright/core/files/fit";
import { isBlank } from "@sendwright/core/placeholders";
import { config } from "../../../config.ts";
import { preparedMail } from "../../../mail/lateMail.ts";
import type { PreparedMail } from "../../../mail/prepareMail.ts";
import { readTemplate, revisionOf } from "../../../store/templates.ts";

/** The email, before its recipients are known. */
export interface MailSource extends Formats, Pick<PreparedMail, "joining"> {
  /** The template's name, or the subject as composed. */
  title: string;
  /** The template's id; null for a composed email. */
  templateId: string | null;
  subject: string;
  body: string;
  /** Its files, pictures included that its body shows. */
  attachments: Attachment[];
  /** The names of the pictures that its body shows. */
  pictures: PreparedMail["pictures"];
  /** Where replies go; "" for the account's own choice. */
  replyTo: string;
  /** HTML; "" for none. */
  signature: string;
  variables: Variable[];
  /**
   * A row's subject. Throws `subject_too_long`, `invalid_values` or `blank_email` if its values
   * can't make an email.
   */
  subjectFor: PreparedMail["subjectFor"];
}

/** How a call names the email: a template's id, or "" with a subject and a body. */
interface NamedTemplate extends GivenFormats {
  template_id: string;
  /** The template's revision that was checked, if the call says so. */
  revision?: string | undefined;
  subject?: string | undefined;
  body?: string | undefined;
  /**
   * Whether the account's signature is added; else as the template says, and to a composed email.
   */
  signature?: boolean | undefined;
}

/**
 * The email that a call names, with the signature of the account's settings unless call or template
 * is without. Throws `not_found`, `template_changed` (rule: the text that was checked),
 * `invalid_input` in the fixed words (rule: words), `too_many_variables`, `table_too_large`.
 */
export async function mailSource(
  uid: string,
  settings: Pick<Settings, "signature">,
  named: NamedTemplate,
): Promise<MailSource> {
  const { isSigned = true, ...email } =
    named.template_id === "" ? composed(named) : await fromTemplate(uid, named);
  const source = { ...email, signature: (named.signature ?? isSigned) ? settings.signature : "" };
  const { isEmpty, ...mail } = await preparedMail(source);
  // Of a body from anywhere, nothing may be left once it is cleaned.
  const { variables, joining, pictures, subjectFor } = mail;
  if (source.templateId === null && isEmpty) throw new AppError("invalid_input", NO_BODY);
  const attachments: Attachment[] = filesInUse(source.attachments, pictures);
  return { ...source, attachments, variables, joining, pictures, subjectFor };
}

async function fromTemplate(uid: string, { template_id, revision, ...given }: NamedTemplate) {
  const template = await readTemplate(uid, template_id);
  if (revision !== undefined && revision !== revisionOf(template)) {
    throw new AppError("template_changed", TEMPLATE_CHANGED);
  }
  return {
    title: template.name,
    templateId: template_id,
    subject: template.subject,
    body: template.body,
    ...formatsAsked(given, template),
    attachments: template.attachments,
    replyTo: template.reply_to ?? "",
    isSigned: template.signature,
  };
}

function composed({ revision, subject, body, ...given }: NamedTemplate) {
  if (subject === undefined && body === undefined) {
    throw new AppError("invalid_input", NO_CHOICE);
  }
  if (subject === undefined || isBlank(subject)) throw new AppError("invalid_input", NO_SUBJECT);
  if (body === undefined || isEmptyBody(body)) throw new AppError("invalid_input", NO_BODY);
  if (revision !== undefined)
    throw new AppError("invalid_input", '"revision" works only with a template.');
  const { limits } = config();
  if (isBodyTooLong(body, limits)) throw new AppError("invalid_input", bodyTooLong(limits));
  return {
    title: subject,
    templateId: null,
    subject,
    body,
    ...formatsAsked(given, DEFAULT_FORMATS),
    attachments: [],
    replyTo: "",
    isSigned: true,
  };
}
