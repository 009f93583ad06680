import { type FileProof, type Proving, proveFiles } from "../pairing/proof.ts";
import { type FilesOfRows, withProofs } from "../pairing/rowFiles.ts";
import type { FileText } from "../pairing/types.ts";
import type { List } from "./list.ts";
import { fileRowOf, rowsWithFiles } from "./listFiles.ts";

/**
 * As `proveFiles`, whether the text of each file of a list names the person who gets it. `fileRowOf`
 * a row is the row of a proof, so a file may name any of the addresses that were in one cell.
 */
export function proveFilesOfList(
  { columns, rows, mapping }: List,
  { ofRow, pairing }: Pick<FilesOfRows, "ofRow" | "pairing">,
  texts: ReadonlyMap<string, FileText>,
): Proving {
  const pairs = [...ofRow].flatMap(([row, files]) => files.map(({ hash }) => ({ row, hash })));
  const identity = {
    list: { columns, rows: rows.map((row) => ({ id: fileRowOf(row), cells: row.cells })) },
    address: mapping.address,
    by: pairing.by,
  };
  return proveFiles(identity, pairs, texts);
}

/** The files of a list's rows as they were paired, with the questions that their proofs raise. */
export function withProofsOfList(
  list: List,
  found: FilesOfRows,
  proofs: ReadonlyMap<string, FileProof>,
): FilesOfRows {
  return list.files ? withProofs(found, list.files, rowsWithFiles(list), proofs) : found;
}
