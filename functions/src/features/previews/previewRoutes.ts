import { isBodyTooLong } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import { requireTogether } from "@sendwright/core/check/value";
import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import { MAX_VALUE_LENGTH } from "@sendwright/core/contract/limits";
import {
  type preview as contractPreview,
  DEFAULT_FORMATS,
  type TemplateFields,
} from "@sendwright/core/contract/templates";
import { formatsAsked } from "@sendwright/core/dates/formats";
import { pictureWarnings } from "@sendwright/core/files/pictures";
import { parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import type { Handler } from "../../http/route.ts";
import { preparedMail } from "../../mail/lateMail.ts";
import { readSettings } from "../../store/settings.ts";
import { readTemplate } from "../../store/templates.ts";

type PreviewRequest = InputOf<typeof contractPreview>;
type PreviewedEmail = Omit<TemplateFields, "name" | "reply_to"> & { warnings?: string[] };

/**
 * `POST /api/preview`: one email of a template or a composed one, rendered by the code that sends, with gaps marked.
 */
export const preview: Handler<typeof contractPreview> = async ({ user, input }) => {
  const rows = [input.variables, ...(input.rows ?? [])].map((row) => new Map(Object.entries(row)));
  for (const values of rows) for (const [name, value] of values) requireShort(name, value);
  requireTogether(rows.flatMap((values) => [...values.values()]));
  const { warnings = [], ...source } =
    input.template_id === "" ? composed(input) : await fromTemplate(user.uid, input);
  const isSigned = input.signature ?? source.signature ?? true;
  const signature = isSigned ? (await readSettings(user.uid)).signature : "";
  const mail = await preparedMail({ ...source, signature });
  const [values = new Map<string, string>(), ...further] = rows;
  const numberForms = new Map(Object.entries(input.number_forms ?? {}));
  const { subject, html, text, missing } = mail.render(values, {
    mark: true,
    further,
    numberForms,
  });
  return {
    success: true,
    rendered_subject: subject,
    rendered_body_html: html,
    rendered_text: text,
    missing,
    // Of the template as written: a prepared email has no links without an address any more.
    syntax_warnings: [...parseTemplate(source).warnings, ...warnings],
  };
};

async function fromTemplate(
  uid: string,
  { template_id, ...given }: PreviewRequest,
): Promise<PreviewedEmail> {
  const template = await readTemplate(uid, template_id);
  return {
    subject: template.subject,
    body: template.body,
    ...formatsAsked(given, template),
    signature: template.signature,
    warnings: pictureWarnings(
      template.body,
      template.attachments.map(({ original_filename }) => original_filename),
    ),
  };
}

function composed({ subject = "", body = "", ...given }: PreviewRequest): PreviewedEmail {
  const { limits } = config();
  if (isBodyTooLong(body, limits)) throw new AppError("invalid_input", bodyTooLong(limits));
  return { subject, body, ...formatsAsked(given, DEFAULT_FORMATS) };
}

function requireShort(name: string, value: string): void {
  if (value.length > MAX_VALUE_LENGTH) {
    throw new AppError(
      "invalid_values",
      `The value of "${name}" is longer than ${MAX_VALUE_LENGTH} characters.`,
    );
  }
}
