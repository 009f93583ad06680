import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { AppError } from "@sendwright/core/contract/appError";
import { decodeFileName } from "@sendwright/core/files/fileName";
import { filenameProblem } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import MimeNode from "nodemailer/lib/mime-node";

/** A file as uploaded. */
export interface AttachmentFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A file as it is in every email of a slice. */
interface PreparedAttachment {
  filename: string;
  /** Bytes of the file itself. */
  size: number;
  /** The finished MIME part, headers and base64 lines. */
  part: Buffer;
  /** Whether it is a picture of the body, which is added only to emails whose HTML shows it. */
  isInline: boolean;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;
/**
 * These kinds may not be encoded in base64 (RFC 2046, 5.2), or the reader's program would open them
 * up.
 */
const COMPOSITE_TYPE = /^(message|multipart)\//i;

/**
 * Encodes each file once as a finished MIME part, so that a thousand emails share the same bytes.
 * RFC 2231 encodes names in any script; the part is the file, byte for byte. An unusable content
 * type becomes `application/octet-stream`. A text in UTF-8 says so. The files that `pictures` names
 * become inline parts. Throws `invalid_input` for a name with control characters.
 */
export function prepareAttachments(
  files: readonly AttachmentFile[],
  pictures: ReadonlySet<string> = new Set(),
): PreparedAttachment[] {
  return files.map(({ filename: given, contentType, content }) => {
    const filename = decodeFileName(given);
    const problem = filenameProblem(filename);
    if (problem !== null) throw new AppError("invalid_input", `An attachment ${problem}.`);
    const isInline = pictures.has(filename);
    const type = typeOf(filename, contentType, content);
    const part = mimePart(filename, type, content, isInline);
    return { filename, size: content.length, part, isInline };
  });
}

/** Browsers that know no better call a text by the program that opens it, or not at all. */
const TEXT_TYPES: Readonly<Record<string, string>> = { csv: "text/csv", txt: "text/plain" };
const VAGUE_TYPES = new Set(["", "application/octet-stream", "application/vnd.ms-excel"]);

function typeOf(filename: string, contentType: string, content: Buffer): string {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  const text = VAGUE_TYPES.has(type) ? TEXT_TYPES[ending] : type.startsWith("text/") && type;
  const plain =
    MEDIA_TYPE.test(type) && !COMPOSITE_TYPE.test(type) ? type : "application/octet-stream";
  // UTF-16 has a null byte in every ASCII letter.
  if (!text || !MEDIA_TYPE.test(text) || content.includes(0) || !isUtf8(content)) return plain;
  return `${text}; charset=utf-8`;
}

function mimePart(
  filename: string,
  contentType: string,
  content: Buffer,
  isInline: boolean,
): Buffer {
  // As another node's child, or it would have the headers of a whole message.
  const node = new MimeNode("multipart/mixed")
    .createChild(contentType, { filename })
    .setHeader("Content-Transfer-Encoding", "base64")
    .setHeader("Content-Disposition", isInline ? "inline" : "attachment");
  if (isInline) node.setHeader("Content-ID", `<${filename}>`);
  return withBase64(`${node.buildHeaders()}\r\n\r\n`, content);
}

/** Characters of a line, and bytes of as many whole lines as are encoded at once. */
const LINE = 76;
const PIECE_BYTES = 1_024 * 57;
/** The piece that is being encoded: new memory for each would be most of the work. */
const encoded = Buffer.alloc(1_024 * LINE);

/**
 * A head and a file in base64, encoded piece by piece into its place: as one text, 25 MB would
 * briefly take 100 MB. Each line is copied, which takes half as long as a text of lines does.
 */
function withBase64(head: string, content: Buffer): Buffer {
  const characters = Math.ceil(content.length / 3) * 4;
  const lineBreaks = Math.max(0, Math.ceil(characters / LINE) - 1);
  const part = Buffer.alloc(Buffer.byteLength(head) + characters + 2 * lineBreaks);
  let at = part.write(head);
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    const length = encoded.write(content.toString("base64", from, from + PIECE_BYTES), "latin1");
    for (let line = 0; line < length; line += LINE) {
      if (from + line > 0) {
        part[at++] = 0x0d;
        part[at++] = 0x0a;
      }
      at += encoded.copy(part, at, line, Math.min(line + LINE, length));
    }
  }
  return part;
}

/** The person in From or To. */
interface Correspondent {
  name?: string;
  address: string;
}

/**
 * A message in consecutive pieces: all emails of a send share the files' bytes, and an email in
 * flight adds only the few kilobytes around them.
 */
export type ComposedMail = readonly Buffer[];

/** One email, ready to be written. */
export interface Mail {
  from: Correspondent;
  to: Correspondent;
  /** The people who get a copy. */
  cc?: readonly Correspondent[];
  bcc?: readonly Correspondent[];
  /** Where replies go; the sender if there is no one. */
  replyTo?: readonly Correspondent[];
  subject: string;
  html: string;
  text: string;
  attachments: readonly PreparedAttachment[];
  date: Date;
  /** With its angle brackets. */
  messageId: string;
}

/** Characters of a display name; the rest is cut, since no mail program shows it. */
const MAX_DISPLAY_NAME = 100;
/** Bytes of one encoded word, so that a line with its header's name stays below 76. */
const ENCODED_WORD_LENGTH = 52;

/**
 * Writes an email as an RFC 5322 message: `multipart/alternative` of plain text and HTML, inside
 * `multipart/mixed` if there are attachments, with `multipart/related` around the HTML if it shows
 * pictures; lines ending in CRLF and below 998 bytes. It has exactly one person in To, and no
 * headers except To, Cc, Bcc, Reply-To, From, Subject, Date, Message-ID and MIME's own; Gmail
 * removes Bcc before it delivers. No field can add another: throws `invalid_input` for control
 * characters in the subject or a name, `invalid_recipient` for an unusable address.
 */
export function composeMail(mail: Mail): Promise<ComposedMail> {
  const subject = lineOf(mail.subject, "The subject");
  const shown = picturesIn(mail.html);
  const inline = mail.attachments.filter(
    ({ isInline, filename }) => isInline && shown.has(filename),
  );
  // The pictures follow the HTML, the attachments come last.
  const places = [...inline, ...mail.attachments.filter(({ isInline }) => !isInline)].map(
    (file) => ({
      mark: Buffer.from(randomUUID()),
      ...file,
    }),
  );
  const composer = new MailComposer({
    from: addressWithName(mail.from),
    to: addressWithName(mail.to),
    cc: mail.cc?.map(addressWithName),
    bcc: mail.bcc?.map(addressWithName),
    replyTo: mail.replyTo?.map(addressWithName),
    headers: { subject: { prepared: true, foldLines: true, value: encodedSubject(subject) } },
    // An empty part would be omitted, which would make it another kind of email.
    text: withCrlf(mail.text) || "\r\n",
    html: withCrlf(mail.html) || "\r\n",
    attachments: places.map(({ mark, isInline, filename }) => ({
      raw: mark,
      ...(isInline && { cid: filename }),
    })),
    date: mail.date,
    messageId: messageIdOf(mail.messageId),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = composer.compile();
  // Gmail reads Bcc from the message; the composer would leave it out.
  message.keepBcc = true;
  return message.build().then((bytes) => withParts(bytes, places));
}

/** Puts each part in place of its mark in the bytes of a message; returns the pieces. */
function withParts(bytes: Buffer, places: readonly { mark: Buffer; part: Buffer }[]): ComposedMail {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { mark, part } of places) {
    // Files come last and in order; no one who wrote the texts before them can know a mark.
    const at = bytes.indexOf(mark, from);
    if (at === -1) throw new Error("A file has lost its place in the message.");
    pieces.push(bytes.subarray(from, at), part);
    from = at + mark.length;
  }
  return [...pieces, bytes.subarray(from)];
}

function addressWithName({ name = "", address }: Correspondent): { name: string; address: string } {
  if (!isEmailAddress(address))
    throw new AppError("invalid_recipient", `Not an email address: ${address}`);
  const shown = [...lineOf(name, "The name")].slice(0, MAX_DISPLAY_NAME).join("");
  // The reader's program would decode text that looks like an encoded word into something no one
  // wrote.
  return { name: shown.replaceAll("=?", "= ?").trim(), address };
}

function lineOf(text: string, what: string): string {
  if (!/\p{Cc}/u.test(text)) return text;
  throw new AppError(
    "invalid_input",
    `${what} must not contain line breaks or control characters.`,
  );
}

/** The subject itself if plain lines carry it unchanged, else in encoded words (RFC 2047). */
function encodedSubject(subject: string): string {
  if (/^(?! )(?!.*(?: {2}|=\?|\S{200}))[\x20-\x7e]*(?<! )$/.test(subject)) return subject;
  const beyondAscii = subject.match(/[^\x20-\x7e]/g)?.length ?? 0;
  return encodeWord(subject, beyondAscii > subject.length / 3 ? "B" : "Q", ENCODED_WORD_LENGTH);
}

function messageIdOf(id: string): string {
  const [, left, right] = /^<([\w.+-]+)@([^\s<>@]+)>$/.exec(id) ?? [];
  const host = domainToASCII(right ?? "");
  if (left === undefined || host === "")
    throw new Error("A Message-ID must have the form <letters-and-digits@host>.");
  return `<${left}@${host}>`;
}

function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, "\r\n");
}
