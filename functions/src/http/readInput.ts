import type { Readable } from "node:stream";
import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { isTooDeep } from "@sendwright/core/contract/endpoint";
import { MAX_TEXT_BYTES } from "@sendwright/core/contract/limits";
import { decodeFileName } from "@sendwright/core/files/fileName";
import busboy from "busboy";
import type { Request } from "express";
import { refuseOtherVersions } from "./inputProblem.ts";
import { rawBodyOf } from "./rawBody.ts";

/** A file as it arrived. */
export interface ParsedUpload {
  /** The form's field. */
  field: string;
  filename: string;
  contentType: string;
  content: Buffer;
}

interface ParsedForm {
  fields: Record<string, string>;
  files: ParsedUpload[];
}

const PARTS_LIMIT = 200;
/** Bytes to parse before we check whether the form is already refused. */
const SLICE = 64 * 1024;

/**
 * Reads fields and files (names as they were; features judge them) of a complete multipart body:
 * piping a request that the runtime has read would hang. An empty file input doesn't count as a
 * file. Throws `upload_broken`, `payload_too_large`, `page_outdated`, `attachment_limit`,
 * `invalid_input`.
 */
export async function readUpload(
  body: Buffer,
  contentType: string,
  endpoint: Endpoint,
): Promise<ParsedForm> {
  const form = await parse(body, contentType, endpoint).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError("upload_broken", "The upload is broken or incomplete. Please try again.", {
      cause,
    });
  });
  const files = form.files.filter(({ filename, content }) => filename !== "" || content.length > 0);
  checkCounts(files, endpoint.files);
  return { fields: form.fields, files };
}

/**
 * Stops at the first error. The parser's handlers must not throw: the runtime runs each request in
 * a Node domain, and a handler that throws leaves that domain on a stack of the process, with the
 * request and its body, for good.
 */
function parse(body: Buffer, contentType: string, endpoint: Endpoint): Promise<ParsedForm> {
  return new Promise((resolve, reject) => {
    const limits = { fieldSize: MAX_TEXT_BYTES, parts: PARTS_LIMIT };
    const parser = busboy({
      headers: { "content-type": contentType },
      defParamCharset: "utf8",
      limits,
    });
    const fields = new Map<string, string>();
    const files: Promise<ParsedUpload>[] = [];
    let textBytes = 0;
    let refused = false;
    const orRefuse = (work: () => void) => {
      if (refused) return;
      try {
        work();
      } catch (error) {
        refused = true;
        reject(error);
      }
    };
    parser.on("field", (name, value, { valueTruncated }) =>
      orRefuse(() => {
        textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
        if (valueTruncated || textBytes > MAX_TEXT_BYTES) throw tooMuchText();
        refuseOtherVersions(endpoint, [name]);
        fields.set(name, value);
      }),
    );
    parser.on("file", (field, stream, { filename, mimeType }) =>
      orRefuse(() => {
        refuseOtherVersions(endpoint, [field]);
        files.push(
          collect(stream, { field, filename: asNamed(filename ?? ""), contentType: mimeType }),
        );
      }),
    );
    parser.on("partsLimit", () =>
      orRefuse(() => {
        throw new AppError(
          "payload_too_large",
          "This upload is too large. Choose fewer or smaller files.",
        );
      }),
    );
    parser.on("error", reject);
    parser.on("close", () => {
      Promise.all(files).then(
        (all) => resolve({ fields: Object.fromEntries(fields), files: all }),
        reject,
      );
    });
    const write = (from: number) => {
      if (refused) return;
      if (from >= body.length) parser.end();
      else parser.write(body.subarray(from, from + SLICE), () => write(from + SLICE));
    };
    write(0);
  });
}

function tooMuchText(): AppError {
  return new AppError(
    "payload_too_large",
    "The text in this form is too long (at most 2 MB, not counting files).",
  );
}

const ESCAPED: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/**
 * A file's name as an email delivers it. Browsers escape only these three characters in it, and
 * leave every other percent sign as it is.
 */
function asNamed(filename: string): string {
  return decodeFileName(
    filename.replace(/%22|%0D|%0A/gi, (code) => ESCAPED[code.toUpperCase()] ?? code),
  );
}

async function collect(
  stream: Readable,
  about: Omit<ParsedUpload, "content">,
): Promise<ParsedUpload> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { ...about, content: Buffer.concat(chunks) };
}

function checkCounts(files: ParsedUpload[], allowed: Readonly<Record<string, number>>): void {
  for (const field of new Set(files.map((file) => file.field))) {
    const most = Object.hasOwn(allowed, field) ? allowed[field] : undefined;
    if (most === undefined)
      throw new AppError("invalid_input", `The form has an unexpected file part "${field}".`);
    if (files.filter((file) => file.field === field).length > most) {
      throw new AppError(
        "attachment_limit",
        `You can send at most ${most} ${most === 1 ? "file" : "files"} as "${field}".`,
      );
    }
  }
}

/** Fields of a JSON body; no call has half as many. */
const FIELDS_LIMIT = 200;
/** Written as UTF-8, half a character is refused by the decoder; only an escape can spell one. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;
/** The code that JavaScript writes for half a character; a backslash in the text is doubled. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/**
 * The object in a JSON body, an empty one for an empty body. Throws `payload_too_large`,
 * `invalid_json`.
 */
function readJson(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  if (body.length > MAX_TEXT_BYTES) {
    throw new AppError("payload_too_large", "This upload is too large (at most 2 MB).");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (isTooDeep(text)) throw new Error("It is nested too deeply.");
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed) || Object.keys(parsed).length > FIELDS_LIMIT)
      throw new Error("It isn't a plain object.");
    if (SURROGATE_ESCAPE.test(text)) refuseHalfCharacters(parsed);
    return parsed;
  } catch (cause) {
    throw new AppError("invalid_json", "The request body is not a valid JSON object.", { cause });
  }
}

function isRecord(parsed: unknown): parsed is Record<string, unknown> {
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
}

/**
 * Half a character (`"\ud800"`) is valid JSON but not text: no database or email can contain it. We
 * search the whole text at once, because a reviver would run for each of a million numbers.
 */
function refuseHalfCharacters(parsed: unknown): void {
  if (LONE_SURROGATE.test(JSON.stringify(parsed)))
    throw new Error("A string contains half a character.");
}

/** A request's input, not yet checked against the endpoint's schema. */
export interface RequestInput {
  input: Record<string, unknown>;
  files: ParsedUpload[];
}

/**
 * Gathers body, query (GET and DELETE), headers and path parts of a request into one input. A path
 * part wins over a body field of its name. Throws the errors of `readJson`, `readUpload` and
 * `refuseOtherVersions`, and `unsupported_media_type`.
 */
export async function readInput(endpoint: Endpoint, request: Request): Promise<RequestInput> {
  const { fields, files } = await readBody(endpoint, request);
  const query = endpoint.body === "none" ? request.query : {};
  refuseOtherVersions(endpoint, Object.keys({ ...fields, ...query }));
  return {
    input: { ...fields, ...query, ...headersOf(endpoint, request), ...request.params },
    files,
  };
}

async function readBody(endpoint: Endpoint, request: Request) {
  const body = rawBodyOf(request);
  const contentType = request.get("content-type") ?? "";
  if (endpoint.body === "none" || body.length === 0) return { fields: {}, files: [] };
  if (/^application\/json\s*(;|$)/i.test(contentType)) return { fields: readJson(body), files: [] };
  if (endpoint.body === "multipart" && /^multipart\/form-data\s*;/i.test(contentType)) {
    return readUpload(body, contentType, endpoint);
  }
  const kinds =
    endpoint.body === "multipart" ? "multipart/form-data or application/json" : "application/json";
  throw new AppError("unsupported_media_type", `The request body must be ${kinds}.`);
}

function headersOf(endpoint: Endpoint, request: Request): Record<string, unknown> {
  const found = Object.entries(endpoint.headers).map(([field, header]) => [
    field,
    request.get(header),
  ]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
