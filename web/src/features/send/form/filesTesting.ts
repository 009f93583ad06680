import { cellText, type List } from "@sendwright/core/list/list";
import { fileRowOf } from "@sendwright/core/list/listFiles";
import type { ListFiles } from "@sendwright/core/pairing/rowFiles";

const HASHES = ["a", "b", "c"].map((letter) => letter.repeat(64));
/** Ben's file was chosen by hand, Ann's goes although it doesn't name her; anyone may get the third. */
export const FILES: ListFiles = {
  files: HASHES.map((hash, at) => ({
    hash,
    name: ["Ben.pdf", "x.pdf", "map.pdf"][at] ?? "",
    size: 9,
  })),
  by: ["Name"],
  byHand: new Map([[2, { files: HASHES.slice(0, 1), who: "Ben, ben@x.org" }]]),
  accepted: new Set([`3 ${HASHES[1]}`]),
  shared: new Set(HASHES.slice(2)),
  withoutFile: "send",
};

/** As `filesSeen` has them. */
export const SEEN_FILES = {
  names: ["Ben.pdf", "x.pdf", "map.pdf"],
  by: ["Name"],
  byHand: [["Ben", HASHES.slice(0, 1)]],
  accepted: [["Ann", HASHES[1]]],
  shared: HASHES.slice(2),
  withoutFile: "send",
};

/** Names, hashes and what was decided, with each row as the name in it. */
export function filesSeen(list: List): unknown {
  if (list.files === undefined) return undefined;
  const { files, by, byHand, accepted, shared, withoutFile } = list.files;
  const nameOf = (id: number) =>
    list.rows.find((row) => fileRowOf(row) === id)?.cells.map(cellText)[2];
  return {
    names: files.map(({ name }) => name),
    by,
    byHand: [...byHand].map(([row, pair]) => [nameOf(row), pair.files]),
    accepted: [...accepted]
      .map((key) => key.split(" "))
      .map(([row, hash]) => [nameOf(Number(row)), hash]),
    shared: [...shared],
    withoutFile,
  };
}
