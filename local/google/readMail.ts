import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from "mailparser";

/** What the mailbox page shows of one mail besides its HTML. */
export interface MailView {
  from: string;
  to: string;
  cc: string;
  bcc: string;
  replyTo: string;
  subject: string;
  /** The Date header, null when there is none. */
  date: string | null;
  /** Each header field as it stands in the message, unfolded. */
  headers: string[];
  hasHtml: boolean;
  text: string | null;
  attachments: { name: string; type: string; size: number }[];
}

/** Parses a raw message, each part as it is: no text made from HTML, no HTML made from text. */
export function parseMail(bytes: Buffer): Promise<ParsedMail> {
  return simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true });
}

/** What the page shows of a parsed mail. */
export function viewOf(mail: ParsedMail): MailView {
  return {
    from: textOf(mail.from),
    to: textOf(mail.to),
    cc: textOf(mail.cc),
    bcc: textOf(mail.bcc),
    replyTo: textOf(mail.replyTo),
    subject: mail.subject ?? "",
    date: mail.date?.toISOString() ?? null,
    headers: mail.headerLines.map(({ line }) => line.replace(/\r?\n(?=[ \t])/g, "")),
    hasHtml: mail.html !== false,
    text: mail.text ?? null,
    attachments: mail.attachments.map((each, index) => ({
      name: fileName(each, index),
      type: each.contentType,
      size: each.size,
    })),
  };
}

/** The name that an attachment is saved under; `index` is its place in the mail. */
export function fileName(attachment: Attachment, index: number): string {
  return attachment.filename ?? `attachment-${index + 1}`;
}

function textOf(header: AddressObject | AddressObject[] | undefined): string {
  return header === undefined
    ? ""
    : [header]
        .flat()
        .map(({ text }) => text)
        .join(", ");
}
