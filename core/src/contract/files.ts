import * as z from "zod/mini";
import { endpoint, listOf, position, success, wholeNumber } from "./endpoint.ts";
import { MAX_FILES_OF_ROWS, MAX_FILES_PER_UPLOAD } from "./limits.ts";

/*
 * Files for one person each (decision 33). They are uploaded before the send, each content once,
 * and rows name them by their hashes.
 */

const A_HASH = "must be a SHA-256 hash";
/** The SHA-256 of a file's bytes, in hexadecimal. */
export const fileHash = z
  .string(A_HASH)
  .check(z.regex(/^[0-9a-f]{64}$/, A_HASH), z.maxLength(64, A_HASH));

const A_SIZE = "must be a number of bytes";

/**
 * Stores files for a day; the send that names them copies them. The answer has the hash and size of
 * each, in the order of the form, as the server computed them. The same content again begins its
 * day anew.
 */
export const uploadFiles = endpoint({
  method: "POST",
  path: "/api/files",
  rate: "files",
  files: { files: MAX_FILES_PER_UPLOAD },
  input: z.object({}),
  output: success({ files: z.array(z.object({ hash: fileHash, size: wholeNumber })) }),
});

/**
 * Which contents the server has already: they needn't be uploaded, and stay for at least half a
 * day. Refuses, before the first byte, files that a send couldn't have: `attachment_limit`,
 * `too_much_kept`, `daily_budget`. For all files of a send, each content once.
 */
export const findFiles = endpoint({
  method: "POST",
  path: "/api/files/known",
  rate: "files",
  input: z.object({
    files: listOf(
      z.object({
        hash: fileHash,
        size: z.number(A_SIZE).check(z.int(A_SIZE), z.minimum(1, A_SIZE)),
      }),
      { least: 1, most: MAX_FILES_OF_ROWS },
    ),
  }),
  output: success({ known: z.array(fileHash) }),
});

/** The details of a `files_missing` error. */
export const missingFiles = z.object({
  /** Contents that aren't there (any more). Upload them, then repeat the call with the same key. */
  files: z.optional(z.array(fileHash)),
  /** Rows, from 1, whose files of an earlier send are gone. */
  rows: z.optional(z.array(position)),
});
