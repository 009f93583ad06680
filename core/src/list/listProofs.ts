import { type FileProof, type Proving, proveFiles } from "../pairing/proof.ts";
import { type FilesOfRows, withProofs } from "../pairing/rowFiles.ts";
import type { FileText } from "../pairing/types.ts";
import type { List } from "./list.ts";
import { fileRowOf, rowsWithFiles } from "./listFiles.ts";

/** Finds out whether a list's files name their people, by `proofKey` of `fileRowOf` a row. */
export function provingOfList(
  { columns, rows, mapping }: List,
  { ofRow, pairing }: Pick<FilesOfRows, "ofRow" | "pairing">,
  texts: ReadonlyMap<string, FileText>,
): Proving {
  const pairs = [...ofRow].flatMap(([row, own]) => own.map(({ hash }) => ({ row, hash })));
  const identity = {
    // Each of a person's addresses is theirs.
    list: { columns, rows: rows.map((row) => ({ id: fileRowOf(row), cells: row.cells })) },
    address: mapping.address,
    by: pairing.by,
  };
  return proveFiles(identity, pairs, texts);
}

/** The files of a list's rows with their proofs, as paired before. */
export function provenFiles(
  list: List,
  found: FilesOfRows,
  proven: ReadonlyMap<string, FileProof>,
): FilesOfRows {
  return list.files ? withProofs(found, list.files, rowsWithFiles(list), proven) : found;
}
