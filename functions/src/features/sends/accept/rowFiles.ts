import { AppError } from "@sendwright/core/contract/appError";
import { MAX_FILES_OF_ROWS } from "@sendwright/core/contract/limits";
import type { ListRow, RowFile } from "@sendwright/core/contract/sendCalls";
import { fileName } from "@sendwright/core/files/fileName";
import { requireFilesFit } from "@sendwright/core/files/fit";
import { attachmentName } from "@sendwright/core/files/pictures";
import { withCommas } from "@sendwright/core/withCommas";
import { config } from "../../../config.ts";
import { chargeDocuments, chargeQuestion } from "../../../http/rateLimit.ts";
import type { RowContent } from "../../../store/sends/create.ts";
import { rowFilePath, sendDocId } from "../../../store/sends/documents.ts";
import { readSend } from "../../../store/sends/read.ts";
import { readRows } from "../../../store/sends/rows.ts";
import { ownFilesOf, type RowFileDoc, rowsOfEmail } from "../../../store/sends/schemas.ts";
import { uploadPath, uploadsOf } from "../../../store/uploads.ts";
import type { SendPlan } from "./plan.ts";

/** What a call says of a row's own files. */
export type NamedFiles = Pick<ListRow, "files" | "files_of" | "skip">;

/** A file of a row, and where its content is. */
type FoundFile = RowFileDoc & { from: string };

/**
 * A plan whose rows have the files that a call names for them, in the order of its rows. Sizes and
 * types come from Storage. Throws `files_missing`, `invalid_input`, `attachment_limit`,
 * `attachment_kind_refused`.
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
  const filesOf = (index: number) => uploaded.get(index) ?? earlier.get(index) ?? [];
  requireCount(plan.rows.reduce((sum, _, index) => sum + filesOf(index).length, 0));
  const contents = new Map<string, RowContent>();
  const rows = plan.rows.map((row, index) => {
    const files = filesOf(index);
    if (files.length === 0) return row;
    requireFit(row.n, plan, files);
    for (const { hash, size, from } of files) {
      const before = contents.get(hash) ?? { hash, size, from, rows: [] };
      const isEarlier = earlier.has(index);
      contents.set(hash, isEarlier ? { ...before, rows: [...before.rows, row.n] } : before);
    }
    return { ...row, files: files.map(({ from: _, ...file }) => file) };
  });
  return { ...plan, rows, rowContents: [...contents.values()] };
}

/**
 * Checks that a row's own files fit into its email, together with everyone's. The refusal names the
 * row.
 */
function requireFit(n: number, { files: existing }: SendPlan, own: readonly FoundFile[]): void {
  // An own file takes a place also if it has the name of a picture of the body.
  const files = own.map(({ filename, size }) => ({ name: attachmentName(filename), size }));
  const everyones = existing.map(({ filename, size }) => ({ name: filename, size }));
  try {
    requireFilesFit({ existing: everyones, files, limits: config().limits });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(cause.reason, `Row ${withCommas(n)}: ${cause.message}`);
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
    return [{ filename: fileName(name), contentType, size, hash, from: uploadPath(uid, hash) }];
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
      rows.flatMap((email) => rowsOfEmail(email).map((n) => [n, ownFilesOf(email, n) ?? []])),
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
  const shown = rows.slice(0, ROWS_NAMED).map(withCommas).join(", ");
  const others =
    rows.length > ROWS_NAMED ? ` and ${withCommas(rows.length - ROWS_NAMED)} more` : "";
  const words = `The files of these rows were deleted with their earlier send: ${shown}${others}. Add them again.`;
  return new AppError("files_missing", words, { details: { rows } });
}
