import { AppError } from "@sendwright/core/contract/appError";
import { filenameProblem } from "@sendwright/core/files/fileName";
import { encode, wrap } from "nodemailer/lib/base64";
import MimeNode from "nodemailer/lib/mime-node";

/** A file as uploaded. */
export interface AttachmentFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A file as it is in every email of a slice. */
export interface PreparedAttachment {
  filename: string;
  /** Bytes of the file itself. */
  size: number;
  /** The finished MIME part, headers and base64 lines. */
  part: Buffer;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;
/** These kinds may not be encoded in base64 (RFC 2046, 5.2), or the reader's program would open them up. */
const COMPOSITE_TYPE = /^(message|multipart)\//i;

/**
 * Encodes each file once as a finished MIME part, so that a thousand emails share the same bytes. RFC 2231 encodes
 * names in any script; the part is the file, byte for byte. An unusable content type becomes
 * `application/octet-stream`. Throws `invalid_input` for a name with control characters.
 */
export function prepareAttachments(files: readonly AttachmentFile[]): PreparedAttachment[] {
  return files.map(({ filename, contentType, content }) => {
    const problem = filenameProblem(filename);
    if (problem !== null) throw new AppError("invalid_input", `An attachment ${problem}.`);
    const type = contentType.split(";")[0]?.trim() ?? "";
    const plain = MEDIA_TYPE.test(type) && !COMPOSITE_TYPE.test(type) ? type.toLowerCase() : "application/octet-stream";
    return { filename, size: content.length, part: mimePart(filename, plain, content) };
  });
}

function mimePart(filename: string, contentType: string, content: Buffer): Buffer {
  // As another node's child, or it would have the headers of a whole message.
  const headers = new MimeNode("multipart/mixed")
    .createChild(contentType, { filename })
    .setHeader("Content-Transfer-Encoding", "base64")
    .setHeader("Content-Disposition", "attachment")
    .buildHeaders();
  return withBase64(`${headers}\r\n\r\n`, content);
}

/** Bytes of a line of 76 characters, and of all lines encoded at once. */
const LINE_BYTES = 57;
const PIECE_BYTES = 1_024 * LINE_BYTES;

/** A head and a file in base64, encoded piece by piece into its place: as one text, 25 MB would briefly take 100 MB. */
function withBase64(head: string, content: Buffer): Buffer {
  const lineBreaks = Math.max(0, Math.ceil(content.length / LINE_BYTES) - 1);
  const part = Buffer.alloc(Buffer.byteLength(head) + Math.ceil(content.length / 3) * 4 + 2 * lineBreaks);
  let at = part.write(head);
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    const lines = wrap(encode(content.subarray(from, from + PIECE_BYTES)));
    at += part.write(from === 0 ? lines : `\r\n${lines}`, at, "latin1");
  }
  return part;
}
