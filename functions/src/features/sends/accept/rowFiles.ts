import { AppError } from "@sendwright/core/contract/appError";
import { MAX_FILES_OF_ROWS } from "@sendwright/core/contract/limits";
import type { ListRow, RowFile } from "@sendwright/core/contract/sendCalls";
import { requireFilesFit } from "@sendwright/core/files/fileMessages";
import { decodeFileName } from "@sendwright/core/files/fileName";
import { attachmentName } from "@sendwright/core/files/pictures";
import { andMore } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { config } from "../../../config.ts";
import { chargeDocuments, chargeQuestion } from "../../../http/rateLimit.ts";
import type { RowContent } from "../../../store/sends/create.ts";
import { sendDocId } from "../../../store/sends/documents.ts";
import { readSend } from "../../../store/sends/read.ts";
import { readRows } from "../../../store/sends/rows.ts";
import {
  differentFiles,
  ownFilesOf,
  type RowFileDoc,
  rowNumbersOf,
} from "../../../store/sends/schemas.ts";
import { rowFilePath } from "../../../store/sends/sendFilePaths.ts";
import { uploadPath, uploadsOf } from "../../../store/uploads.ts";
import type { SendPlan } from "./plan.ts";

/** Bytes of what we keep about the files of one email's rows: its document may have 1 MiB. */
const MAX_STORED_FILES = 500_000;
const NAMES_TOO_LONG = "The names of their files are too long together. Use shorter names.";

/** What a call says of a row's own files. */
export type NamedFiles = Pick<ListRow, "files" | "files_of" | "skip">;

/** A file of a row, and where its content is. */
type FoundFile = RowFileDoc & { from: string };

/**
 * A plan whose rows have the files that a call names for them, in the order of the list's rows. An
 * email for several rows has the files of all of them. Sizes and types come from Storage. Throws
 * `files_missing`, `invalid_input`, `attachment_limit`, `attachment_kind_refused`.
 */
export async function withRowFiles(
  uid: string,
  plan: SendPlan,
  named: readonly NamedFiles[],
): Promise<SendPlan> {
  requireSense(named);
  const [uploaded, earlier] = await Promise.all([
    uploadedFiles(uid, named),
    earlierFiles(uid, named),
  ]);
  const filesOf = (n: number) => uploaded.get(n - 1) ?? earlier.get(n - 1) ?? [];
  const contents = new Map<string, RowContent>();
  let count = 0;
  const rows = plan.rows.map((row) => {
    const numbers = rowNumbersOf(row);
    const files = numbers.flatMap((n) =>
      filesOf(n).map(({ filename, contentType, size, hash }): RowFileDoc => {
        const file = { filename, contentType, size, hash };
        return n === row.n ? file : { ...file, row: n };
      }),
    );
    if (files.length === 0) return row;
    count += files.length;
    requireFit(numbers, plan, files);
    for (const n of numbers) {
      for (const { hash, size, from } of filesOf(n)) {
        const before = contents.get(hash) ?? { hash, size, from, rows: [] };
        const isEarlier = earlier.has(n - 1);
        contents.set(hash, isEarlier ? { ...before, rows: [...before.rows, n] } : before);
      }
    }
    return { ...row, files };
  });
  requireCount(count);
  return { ...plan, rows, rowContents: [...contents.values()] };
}

/**
 * Checks that the own files of an email's rows fit into it, together with everyone's, and into its
 * document: each row may name the same files again. The refusal names the rows.
 */
function requireFit(
  numbers: readonly number[],
  { files: existing }: SendPlan,
  all: readonly RowFileDoc[],
): void {
  // An own file takes a place also if it has the name of a picture of the body.
  const files = differentFiles(all).map(({ filename, size }) => ({
    name: attachmentName(filename),
    size,
  }));
  const everyones = existing.map(({ filename, size }) => ({ name: filename, size }));
  try {
    requireFilesFit({ existing: everyones, files, limits: config().limits });
    if (Buffer.byteLength(JSON.stringify(all)) > MAX_STORED_FILES)
      throw new AppError("attachment_limit", NAMES_TOO_LONG);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const rows = numbers.length === 1 ? "Row" : "Rows";
    throw new AppError(cause.reason, `${rows} ${someNumbers(numbers)}: ${cause.message}`);
  }
}

function requireSense(named: readonly NamedFiles[]): void {
  requireCount(named.reduce((sum, { files = [] }) => sum + files.length, 0));
  for (const { files, files_of, skip } of named) {
    if (files && files_of)
      throw new AppError("invalid_input", 'A row has "files" or "files_of", not both.');
    if ((files ?? files_of) && skip)
      throw new AppError("invalid_input", "A skipped row can't have files of its own.");
  }
}

function requireCount(files: number): void {
  if (files <= MAX_FILES_OF_ROWS) return;
  const most = withCommas(MAX_FILES_OF_ROWS);
  throw new AppError("attachment_limit", `A send can have at most ${most} files of single people.`);
}

/** By the index of its row: the files that the person has uploaded. */
async function uploadedFiles(uid: string, named: readonly NamedFiles[]) {
  const found = new Map<number, FoundFile[]>();
  const wanted = new Set(named.flatMap(({ files = [] }) => files.map(({ hash }) => hash)));
  if (wanted.size === 0) return found;
  const uploads = await uploadsOf(uid);
  const missing = [...wanted].filter((hash) => !uploads.has(hash));
  if (missing.length > 0) throw uploadsMissing(missing);
  const asFound = ({ name, hash }: RowFile): FoundFile[] => {
    const upload = uploads.get(hash);
    if (!upload) return [];
    const { size, contentType } = upload;
    return [
      { filename: decodeFileName(name), contentType, size, hash, from: uploadPath(uid, hash) },
    ];
  };
  named.forEach(({ files }, index) => {
    if (files) found.set(index, files.flatMap(asFound));
  });
  return found;
}

/** By the index of its row: the files of rows of the person's earlier sends. */
async function earlierFiles(uid: string, named: readonly NamedFiles[]) {
  const wanted = named.flatMap(({ files_of }, index) => (files_of ? [{ ...files_of, index }] : []));
  const found = new Map<number, FoundFile[]>();
  for (const key of new Set(wanted.map(({ send }) => send))) {
    // Also one that isn't there: a call can name as many sends as a list has rows.
    chargeQuestion(uid, 1);
    const ofSend = wanted.filter(({ send }) => send === key);
    const id = sendDocId(uid, key);
    const send = await readSend(id);
    if (!send || send.dataDeleted || send.hidden) continue;
    const rows = await readRows(
      id,
      ofSend.map(({ row }) => row),
      (read) => chargeDocuments(uid, read),
    );
    chargeDocuments(uid, rows.length);
    const byNumber = new Map(
      rows.flatMap((email) => rowNumbersOf(email).map((n) => [n, ownFilesOf(email, n) ?? []])),
    );
    for (const { row, index } of ofSend) {
      const files = byNumber.get(row);
      if (!files || files.length === 0) continue;
      found.set(
        index,
        files.map(({ row: _, ...file }) => ({
          ...file,
          from: rowFilePath(id, send.nonce, file.hash),
        })),
      );
    }
  }
  const gone = wanted.filter(({ index }) => !found.has(index));
  if (gone.length > 0) throw rowsMissing(gone.map(({ index }) => index + 1));
  return found;
}

/**
 * The answer if these contents are gone when a send copies them: it names all rows whose earlier
 * send is gone, otherwise all uploads.
 */
export function contentsMissing(contents: readonly RowContent[]): AppError {
  const rows = [...new Set(contents.flatMap((content) => content.rows))].sort((a, b) => a - b);
  return rows.length > 0 ? rowsMissing(rows) : uploadsMissing(contents.map(({ hash }) => hash));
}

function uploadsMissing(files: readonly string[]): AppError {
  const words = "Some files aren't on the server any more. Upload them again.";
  return new AppError("files_missing", words, { details: { files } });
}

/** More rows than a sentence can name; `rows` has all of them. */
const ROWS_NAMED = 5;

function rowsMissing(rows: readonly number[]): AppError {
  const words = `The files of these rows were deleted with their earlier send: ${someNumbers(rows)}. Add them again.`;
  return new AppError("files_missing", words, { details: { rows } });
}

/** The first numbers of rows, and how many more there are. */
function someNumbers(rows: readonly number[]): string {
  return andMore(rows.slice(0, ROWS_NAMED).map(withCommas), rows.length);
}
