import { isEmptyBody } from "@sendwright/core/body/length";
import { requireTemplateSize } from "@sendwright/core/check/templateFields";
import { AppError } from "@sendwright/core/contract/appError";
import { BLANK_PART } from "@sendwright/core/contract/messages";
import type { Variable } from "@sendwright/core/contract/templates";
import { type Formats, formatsOf } from "@sendwright/core/dates/formats";
import { picturesIn } from "@sendwright/core/files/pictures";
import {
  type CompiledTemplate,
  compileTemplate,
  parseTemplate,
} from "@sendwright/core/placeholders";
import type { RenderOptions } from "@sendwright/core/placeholders/compiledRow";
import { inlineStyles, MAIL_BEGIN, MAIL_END, MAIL_GAP } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody, sanitizeSignature } from "./sanitizeBody.ts";
import { requireSubjectFits, requireTextFits, valueLimit } from "./valueLimit.ts";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const BLOCK = /<(p|h[1-3]|li|blockquote|td|th|caption|ul|ol)((?: [^>]*)?)>/g;

/**
 * Puts `dir="auto"` on each block of an email with its values, so that Hebrew and Arabic are read
 * from their own side, including names. An email without such letters stays as it is, and so does
 * any element that sets a direction.
 */
function withDirections(html: string): string {
  if (!RIGHT_TO_LEFT.test(html)) return html;
  return html.replace(BLOCK, (tag, name: string, rest: string) =>
    / dir=/.test(rest) ? tag : `<${name} dir="auto"${rest}>`,
  );
}

/** The source of an email: a template, or a composed one. */
export interface MailText extends Formats {
  subject: string;
  /** HTML from anywhere. */
  body: string;
  /** HTML that is added as it is, below the body; "" or missing for none (rule: signature). */
  signature?: string | undefined;
  /** Whether `{{#rows}}` is a condition in any case, as before parts could repeat. */
  asksForRows?: boolean | undefined;
}

/** How values are read, by variable and decided over all rows, and the email's further rows. */
export type RowOptions = Pick<RenderOptions, "dateOrders" | "numberForms" | "further">;

interface RenderMailOptions extends RowOptions {
  /** For a preview: values have `data-variable`, and a gap is shown instead of thrown. */
  mark?: boolean;
}

/**
 * One email without its addresses: three texts, and the variables without a value (none unless
 * marked).
 */
interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  missing: string[];
}

export interface PreparedMail extends Pick<CompiledTemplate, "joining"> {
  variables: Variable[];
  /**
   * Whether its body shows neither text nor a picture, whatever its values; the signature doesn't
   * count.
   */
  isEmpty: boolean;
  /** The names of the pictures that an email to someone can show. */
  pictures: ReadonlySet<string>;
  /**
   * Makes one email from the values by variable. Throws `missing_variables` for a gap unless gaps
   * are marked, `invalid_values`, also for a link that leads nowhere, `blank_email` unless gaps are
   * marked, `subject_too_long`, and `invalid_input` for further rows without a repeated part: then
   * each row has an email of its own.
   */
  render(values: ReadonlyMap<string, string>, options?: RenderMailOptions): RenderedMail;
  /**
   * A row's subject. Throws the errors of `render` for long values and blank emails, before
   * anything is sent.
   */
  subjectFor(values: ReadonlyMap<string, string>, options?: RowOptions): string;
}

/**
 * Cleans and styles an email once, to be rendered for each row. The preview renders with the same
 * code, so it shows exactly the email to be sent. Throws `invalid_input` if the body is nested too
 * deeply, or tidying it changes what repeats, `too_many_variables` and `table_too_large`.
 */
export function prepareMail({
  subject,
  body,
  signature = "",
  asksForRows,
  ...mail
}: MailText): PreparedMail {
  const formats = formatsOf(mail);
  const written = sanitizeBody(body);
  // The variables that the page shows, even if the markup changes.
  const asShown = parseTemplate({ subject, body: written, asksForRows });
  const { variables } = asShown;
  const html = inlineStyles(normalizeBody(written));
  const template = compileTemplate({ subject, body: html, asksForRows });
  requireSameRepeats(asShown, template);
  const below = inlineStyles(normalizeBody(sanitizeSignature(signature), true));
  requireTemplateSize(variables.length, html + below);
  const requireMailSize = valueLimit(subject, html);
  const fittingSubject: PreparedMail["subjectFor"] = (values, options) => {
    if (template.joining === null && (options?.further ?? []).length > 0)
      throw new AppError("invalid_input", '"rows" is for an email with {{#rows}}…{{/rows}}.');
    const text = template.renderSubject(values, { ...formats, ...options });
    requireSubjectFits(text);
    requireMailSize(values, options?.further);
    return text;
  };
  const subjectFor: PreparedMail["subjectFor"] = (values, options) => {
    const text = fittingSubject(values, options);
    const blank = template.blankPart(values, { ...formats, ...options });
    if (blank !== null) throw new AppError("blank_email", BLANK_PART[blank]);
    return text;
  };
  return {
    variables,
    joining: template.joining,
    isEmpty: isEmptyBody(html),
    pictures: picturesIn(html),
    subjectFor,
    render(values, { mark, ...options } = {}) {
      (mark ? fittingSubject : subjectFor)(values, options);
      const rendered = template.render(values, { ...formats, ...options, mark });
      const above = MAIL_BEGIN + withDirections(rendered.html) + MAIL_END;
      const signed = withSignature({ html: above, text: plainText(above) }, withDirections(below));
      return { subject: rendered.subject, ...signed, missing: rendered.missing };
    },
  };
}

/** The page finds the rows of each email in the body as written (decision 38). */
function requireSameRepeats(...of: readonly Pick<CompiledTemplate, "joining" | "sums">[]): void {
  const found = of.map(({ joining, sums }) =>
    JSON.stringify([joining && [...joining.common].sort(), [...sums.keys()].sort()]),
  );
  if (new Set(found).size > 1) throw new AppError("invalid_input", UNCLEAR_REPEAT);
}

const UNCLEAR_REPEAT =
  "It isn't clear which part of this email repeats for each row. Write that part again.";

/** Mail programs know a signature in plain text by this line (RFC 3676); its space counts. */
const TEXT_SIGNATURE = "-- \n";

/** A rendered email with a signature below its body, after an empty line. */
function withSignature(mail: Pick<RenderedMail, "html" | "text">, signature: string) {
  if (signature === "") return mail;
  const body = mail.html.slice(MAIL_BEGIN.length, -MAIL_END.length);
  const html = MAIL_BEGIN + body + (body === "" ? "" : MAIL_GAP) + signature + MAIL_END;
  const text = `${mail.text}${mail.text === "" ? "" : "\n\n"}${TEXT_SIGNATURE}${plainText(signature)}`;
  requireTextFits(text.length);
  return { html, text };
}
