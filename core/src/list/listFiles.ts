import { groupBy, groupEntries } from "../groupBy.ts";
import { withoutFolders } from "../pairing/names.ts";
import type { FileProof } from "../pairing/proof.ts";
import { type FilesOfRows, filesOfRows, type ListFiles, whoOf } from "../pairing/rowFiles.ts";
import type { PairedList, PersonFile } from "../pairing/types.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { mailboxIn } from "./claims.ts";
import { type Cell, cellText, type EarlierFile, isIncluded, type List, type Row } from "./list.ts";
import type { RowFiles } from "./upload.ts";

/**
 * The id under which a row's files are decided about: all addresses of one row share its files, so
 * it is the row before it was split.
 */
export function fileRowOf({ id, part }: Pick<Row, "id" | "part">): number {
  return part?.of ?? id;
}

/** The list as its files are paired: the addresses of one row are one row, under `fileRowOf`. */
export function pairedList({ columns, rows, mapping }: List): PairedList {
  if (rows.every(({ part }) => part === undefined)) return { columns, rows };
  const position = columns.indexOf(mapping.address ?? "");
  return {
    columns,
    rows: [...groupBy(rows, fileRowOf)].map(([id, parts]) => ({
      id,
      cells: wholeCells(parts, position),
    })),
  };
}

/**
 * The cells of a row before it was split, with the addresses that were corrected since. An address
 * that was deleted or is skipped makes no one else of it.
 */
function wholeCells(parts: readonly Row[], position: number): readonly Cell[] {
  const first = parts.find(({ part }) => part?.at === 0) ?? parts[0];
  const { cells = [], part } = first ?? {};
  if (part === undefined) return cells;
  const corrected = parts.flatMap((row) => {
    const now = cellText(row.cells[position]);
    return recipientKey(now) === recipientKey(row.part?.text ?? "") ? [] : now;
  });
  const whole = [cellText(part.whole), ...corrected].join(", ");
  return cells.map((cell, at) => (at === position ? whole : cell));
}

/** The ids (`fileRowOf`) of the rows that may be sent: included, and not skipped. */
export function rowsWithFiles({ rows }: Pick<List, "rows">): ReadonlySet<number> {
  return new Set(
    rows.filter((row) => isIncluded(row) && row.skipped === null).map((row) => fileRowOf(row)),
  );
}

/**
 * The files of a list's rows (rule: row files), by `fileRowOf` a row, and the open questions about
 * them; null if it has no files.
 *
 * @param list all rows, blank, skipped and excluded ones too
 * @param proofs by `proofKey` of `fileRowOf` a row, as far as files were read
 * @param isJoined whether rows with the same mailbox are one email
 */
export function filesOfList(
  list: List,
  proofs?: ReadonlyMap<string, FileProof>,
  isJoined = false,
): FilesOfRows | null {
  const { files, mapping } = list;
  if (files === undefined) return null;
  const paired = pairedList(list);
  const found = filesOfRows(paired, files, rowsWithFiles(list), mapping.address, proofs);
  const earlier = new Set(
    list.rows.flatMap((row) => (earlierFilesOf(list, row) ? fileRowOf(row) : [])),
  );
  const missing = found.questions.missing.filter((row) => !earlier.has(row));
  const separate = { ...found, questions: { ...found.questions, missing } };
  return isJoined ? asEmails(list, separate, earlier) : separate;
}

/**
 * The same where rows with one mailbox are one email, with the files of all of them: it isn't asked
 * whether several of them may have a file, nor whether one without a file is left out.
 */
function asEmails(list: List, found: FilesOfRows, earlier: ReadonlySet<number>): FilesOfRows {
  const sent = list.rows.filter((row) => isIncluded(row) && row.skipped === null);
  const mailboxes = groupEntries(sent.map((row) => [fileRowOf(row), mailboxIn(list, row)]));
  const mailboxesOf = (rows: Iterable<number>) =>
    new Set([...rows].flatMap((row) => mailboxes.get(row) ?? []));
  const hasFile = (row: number) => earlier.has(row) || (found.ofRow.get(row) ?? []).length > 0;
  const withFile = mailboxesOf([...mailboxes.keys()].filter(hasFile));
  const accompanied = new Set(
    [...mailboxes].flatMap(([row, own]) =>
      !hasFile(row) && own.every((mailbox) => withFile.has(mailbox)) ? row : [],
    ),
  );
  const shared = found.questions.shared.filter(({ rows }) => mailboxesOf(rows).size > 1);
  const missing = found.questions.missing.filter((row) => !accompanied.has(row));
  return { ...found, questions: { ...found.questions, shared, missing }, accompanied };
}

/** The files of a row of an earlier send. */
export interface EarlierFiles {
  of: { send: string; row: number };
  files: readonly EarlierFile[];
}

/**
 * The files that a row of an earlier send had, which its correction gets again, each of its
 * addresses; null for none, or if its files were chosen here.
 */
export function earlierFilesOf(
  { corrects: send, earlierFiles, files: chosen }: List,
  row: Row,
): EarlierFiles | null {
  const corrects = row.corrects ?? row.part?.corrects ?? null;
  if (send === null || corrects === null || chosen?.byHand.has(fileRowOf(row))) return null;
  const files = earlierFiles?.get(corrects);
  return files ? { of: { send, row: corrects }, files } : null;
}

/**
 * The list as it is checked and sent: each row with its files. A row without a file is skipped by
 * hand, if that was decided.
 */
export function withRowFiles(list: List, found: FilesOfRows | null): List {
  if (found === null && list.earlierFiles === undefined) return list;
  const rows = list.rows.map((row): Row => {
    const own = found?.ofRow.get(fileRowOf(row)) ?? [];
    if (own.length > 0) return { ...row, files: own.map(({ hash }) => hash) };
    const earlier = earlierFilesOf(list, row);
    if (earlier) return { ...row, files: [`${earlier.of.send} ${earlier.of.row}`] };
    const isAccompanied = found?.accompanied?.has(fileRowOf(row)) === true;
    return list.files && !isAccompanied && isLeftOut(list.files, row)
      ? { ...row, skipped: "by_hand", files: [] }
      : row;
  });
  return { ...list, rows };
}

/** By the id of its row: the files of a list that `withRowFiles` made, as a call names them. */
export function uploadedFiles(list: List): ReadonlyMap<number, RowFiles> {
  const known = new Map(list.files?.files.map((file) => [file.hash, file]));
  const named = new Map<number, RowFiles>();
  for (const row of list.rows) {
    const earlier = row.files && row.files.length > 0 ? earlierFilesOf(list, row) : null;
    const own = (row.files ?? []).flatMap((hash) => known.get(hash) ?? []);
    if (own.length > 0)
      named.set(row.id, {
        files: own.map(({ hash, name }) => ({ hash, name: withoutFolders(name) })),
      });
    else if (earlier) named.set(row.id, { files_of: earlier.of });
  }
  return named;
}

/** The files of an email for several rows: each content under each name once. */
export function differentFiles<File extends { hash: string; name: string }>(
  files: readonly File[],
): File[] {
  const keyOf = ({ hash, name }: File) => `${hash} ${withoutFolders(name)}`;
  return [...new Map(files.map((file) => [keyOf(file), file])).values()];
}

/** Whether a row without files gets no email. One that was given none by hand is meant to go. */
function isLeftOut({ withoutFile, byHand }: ListFiles, row: Row): boolean {
  return (
    withoutFile === "skip" && row.skipped === null && isIncluded(row) && !byHand.has(fileRowOf(row))
  );
}

/** The files with others: those that are there already, by their content, keep their names. */
export function withAddedFiles(
  files: ListFiles,
  added: readonly PersonFile[],
  replaced: readonly string[] = [],
): ListFiles {
  const left = withoutFiles(files, new Set(replaced));
  const known = new Set(left.files.map(({ hash }) => hash));
  const others = added.filter(({ hash }) => !known.has(hash));
  return others.length === 0 ? left : { ...left, files: [...left.files, ...others] };
}

/** The files without some (hashes), and without the decisions about them. */
export function withoutFiles(files: ListFiles, gone: ReadonlySet<string>): ListFiles {
  if (!files.files.some(({ hash }) => gone.has(hash))) return files;
  const byHand = new Map(files.byHand);
  for (const [row, pair] of byHand) {
    const left = pair.files.filter((hash) => !gone.has(hash));
    // A choice of files that are all gone is no choice of none.
    if (left.length === 0 && pair.files.length > 0) byHand.delete(row);
    else byHand.set(row, { ...pair, files: left });
  }
  return {
    ...files,
    files: files.files.filter(({ hash }) => !gone.has(hash)),
    byHand,
    shared: new Set([...files.shared].filter((hash) => !gone.has(hash))),
    accepted: new Set([...files.accepted].filter((key) => !gone.has(acceptedPair(key).hash))),
  };
}

/** The row and the hash of a `proofKey`. */
export function acceptedPair(key: string): { row: number; hash: string } {
  const at = key.indexOf(" ");
  return { row: Number(key.slice(0, at)), hash: key.slice(at + 1) };
}

/**
 * The list after a change, without the accepted files of rows whose name or address isn't the same
 * any more.
 */
export function withAcceptedOf(before: List, after: List): List {
  const { files } = after;
  if (files === undefined || files.accepted.size === 0 || before === after) return after;
  if (before.rows === after.rows && before.mapping.address === after.mapping.address) return after;
  const [was, now] = [whoByRow(before), whoByRow(after)];
  const accepted = [...files.accepted].filter((key) => {
    const { row } = acceptedPair(key);
    return was.get(row) === now.get(row);
  });
  if (accepted.length === files.accepted.size) return after;
  return { ...after, files: { ...files, accepted: new Set(accepted) } };
}

/** By `fileRowOf` a row: its name and address. */
export function whoByRow(list: List): ReadonlyMap<number, string> {
  const paired = pairedList(list);
  return new Map(
    paired.rows.map(({ id, cells }) => [id, whoOf(paired, cells, list.mapping.address)]),
  );
}
