import { proofKey } from "../pairing/proof.ts";
import type { HandPair, ListFiles } from "../pairing/rowFiles.ts";
import { pluralize } from "../pluralize.ts";
import type { CarryContext } from "./carriedCells.ts";
import type { List } from "./list.ts";
import { acceptedPair, fileRowOf, whoByRow } from "./listFiles.ts";

/**
 * The list with the files of the one before, and with the decisions about them: a decision about
 * a row's file follows its row, and whose file goes although it doesn't name them is decided again
 * if the row's name or address has changed.
 */
export function withCarriedFiles(
  before: List,
  next: List,
  { columns, matched }: CarryContext,
  lost: string[],
): List {
  const { files } = before;
  if (files === undefined) return next;
  const rows = new Map<number, number>();
  for (const row of next.rows) {
    const same = matched.get(row.id);
    const known = same && fileRowOf(same);
    if (known !== undefined && !rows.has(known)) rows.set(known, fileRowOf(row));
  }
  const { by, ...rest } = files;
  const headers = by?.map((header) => columns.get(header));
  const now = headers?.filter((header) => header !== undefined) ?? [];
  const isByKept = headers !== undefined && now.length === headers.length;
  if (by && !isByKept) lost.push(`“${by.join("” and “")}” as what pairs files`);
  const byHand = new Map<number, HandPair>();
  for (const [row, pair] of files.byHand) {
    const there = rows.get(row);
    if (there !== undefined) byHand.set(there, pair);
  }
  const gone = files.byHand.size - byHand.size;
  if (gone > 0)
    lost.push(
      pluralize(gone, "row whose files you chose by hand", "rows whose files you chose by hand"),
    );
  const accepted = acceptedIn(before, next, files, rows);
  const again = files.accepted.size - accepted.size;
  if (again > 0)
    lost.push(
      pluralize(again, "file that you said to send anyway", "files that you said to send anyway"),
    );
  return { ...next, files: { ...rest, ...(isByKept && { by: now }), byHand, accepted } };
}

/** The accepted pairs of rows that still have the same name and address. */
function acceptedIn(
  before: List,
  next: List,
  { accepted }: ListFiles,
  rows: ReadonlyMap<number, number>,
): ReadonlySet<string> {
  if (accepted.size === 0) return accepted;
  const [was, now] = [whoByRow(before), whoByRow(next)];
  return new Set(
    [...accepted].flatMap((key) => {
      const { row, hash } = acceptedPair(key);
      const there = rows.get(row);
      const isSame = there !== undefined && was.get(row) === now.get(there);
      return isSame ? proofKey({ row: there, hash }) : [];
    }),
  );
}
