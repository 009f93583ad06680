import type { Attachment, Template, Variable } from "@sendwright/core/contract";
import { type Formats, formatsOf } from "@sendwright/core/dates/formats";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn, pictureWarnings } from "@sendwright/core/files/pictures";
import { parseTemplate } from "@sendwright/core/placeholders";
import type { SendForm } from "./sendForm.ts";

/** The email to send, from a template or written here. */
export interface Email extends Formats, Pick<Template, "subject" | "body"> {
  /** The template's name; "" for an email written here. */
  name: string;
  /**
   * The revision of the template that is on the screen and checked; absent for an email written
   * here.
   */
  revision?: string;
  variables: readonly Variable[];
  warnings: readonly string[];
  attachments: readonly Attachment[];
  /** The files of the pictures that its body shows. */
  pictures: readonly { name: string; size: number }[];
  /** Where replies go by its template; "" for the account's own choice. */
  replyTo: string;
}

/** The email of the form, or null if it isn't chosen or loaded yet. */
export function emailOf(
  {
    choice,
    pictures: files,
    ...composed
  }: Formats & Pick<SendForm, "choice" | "subject" | "body" | "pictures">,
  template: Template | null,
): Email | null {
  if (choice.kind === "compose") {
    const { subject, body } = composed;
    const { variables, warnings: ofSyntax } = parseTemplate({ subject, body });
    const pictures = filesInUse(files, picturesIn(body));
    const warnings = [
      ...ofSyntax,
      ...pictureWarnings(
        body,
        pictures.map(({ name }) => name),
      ),
    ];
    return {
      name: "",
      subject,
      body,
      ...formatsOf(composed),
      variables,
      warnings,
      attachments: [],
      pictures,
      replyTo: "",
    };
  }
  if (choice.kind === "none" || template?.id !== choice.id) return null;
  const pictures = filesInUse(template.pictures ?? [], picturesIn(template.body));
  return {
    name: template.name,
    revision: template.revision,
    subject: template.subject,
    body: template.body,
    ...formatsOf(template),
    variables: template.parsed_variables,
    warnings: template.syntax_warnings,
    attachments: template.attachments,
    pictures: pictures.map(({ original_filename: name, size }) => ({ name, size })),
    replyTo: template.reply_to ?? "",
  };
}

/** The files that an email has already, pictures included. */
export function filesOfEmail(mail: Email | null): readonly { name: string; size: number }[] {
  const attached =
    mail?.attachments.map(({ original_filename: name, size }) => ({ name, size })) ?? [];
  return [...attached, ...(mail?.pictures ?? [])];
}

/** The field of a call by which its template must be the one that was checked. */
export function asChecked({ revision }: Pick<Email, "revision">): { revision?: string } {
  return revision === undefined ? {} : { revision };
}

/** The field of a call for a composed email without the account's signature. */
export function unsigned({ signature }: Pick<SendForm, "signature">): { signature?: false } {
  return signature ? {} : { signature };
}
