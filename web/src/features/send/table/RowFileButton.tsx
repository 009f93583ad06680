import { formatBytes } from "@sendwright/core/files/fit";
import type { Row } from "@sendwright/core/list/list";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { Paperclip } from "lucide-react";
import type { OnRowAction, RowView } from "./rowView.ts";
import styles from "./table.module.css";

/** The files of a row; absent while the list has none. */
export type FilesOf = (row: Row) => readonly PersonFile[];

interface Props {
  view: Pick<RowView, "id" | "n" | "row">;
  filesOf: FilesOf;
  tabIndex?: number;
  act: OnRowAction;
}

/** A row's files, which a click lets you change. */
export function RowFileButton({ view: { id, n, row }, filesOf, tabIndex, act }: Props) {
  const own = filesOf(row);
  const words = own.map(({ name, size }) => `${name}, ${formatBytes(size)}`).join("; ");
  const [first] = own;
  return (
    <button
      type="button"
      className={styles.files}
      tabIndex={tabIndex}
      title={words}
      aria-label={`Files of row ${n}: ${words || "none"}`}
      onClick={() => act({ type: "files", id })}
    >
      {first === undefined ? (
        <span className="soft">No file</span>
      ) : (
        <>
          <Paperclip size={13} aria-hidden />
          <span className="cut">{own.length === 1 ? first.name : `${own.length} files`}</span>
          <small className="hint tabular">
            {formatBytes(own.reduce((sum, { size }) => sum + size, 0))}
          </small>
        </>
      )}
    </button>
  );
}
