import type { Cell } from "../table/cells.ts";

/** A file that was added for one person. */
export interface PersonFile {
  /** SHA-256 of its bytes: the file is known by it. */
  hash: string;
  /** Its name, after the folders it was in if a folder was dropped: `May/anna.pdf`. */
  name: string;
  /** In bytes. */
  size: number;
}

/** A list, as far as pairing looks at it: every row, skipped and excluded ones too. */
export interface PairedList {
  columns: readonly string[];
  rows: readonly { id: number; cells: readonly Cell[] }[];
}

/** A file that belongs to a row. */
export interface Pair {
  /** The row's id. */
  row: number;
  hash: string;
}

/** A file that could belong to rows, and why it isn't paired. */
export interface UnclearFile {
  hash: string;
  /** The ids of the rows, in the order of the list. */
  rows: readonly number[];
  reason:
    | { kind: "several_rows" }
    | { kind: "several_files" }
    /** A word in the file's name that is neither common nor the row's. */
    | { kind: "other_word"; word: string }
    /** Another column says another row. */
    | { kind: "other_column"; columns: readonly string[] };
}

/** How files are paired by the values of a column, or of two. */
export interface Pairing {
  /** The headers of the columns that pair the files; none if no column does. */
  by: readonly string[];
  /** Whether the cells of the column name files, instead of files having its values in their names. */
  isByFileName: boolean;
  pairs: readonly Pair[];
  unclear: readonly UnclearFile[];
  /** Hashes of files that no row has a value for, in the order of the files. */
  leftOver: readonly string[];
}

/** The text of a file, as far as it was read. */
export interface FileText {
  /** Null if it couldn't be read: a scan, a password, another format, out of time. */
  text: string | null;
  /** Pages of the whole file; null if it has none or they weren't counted. */
  pages: number | null;
}

/** The text of a file that we didn't read. */
export const NOT_READ: FileText = { text: null, pages: null };
