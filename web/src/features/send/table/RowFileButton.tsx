import { formatBytes } from "@sendwright/core/files/fit";
import type { EarlierFile, Row } from "@sendwright/core/list/list";
import { Paperclip } from "lucide-react";
import type { OnRowAction, RowView } from "./rowView.ts";
import styles from "./table.module.css";

/** The files of a row; absent while the list has none. */
export type FilesOf = (row: Row) => readonly EarlierFile[];

interface Props {
  view: Pick<RowView, "id" | "n" | "row">;
  filesOf: FilesOf;
  tabIndex?: number;
  act: OnRowAction;
}

/** A row's files, which a click lets you change. */
export function RowFileButton({ view: { id, n, row }, filesOf, tabIndex, act }: Props) {
  const own = filesOf(row);
  const words = own
    .map(({ name, size }) => (size === null ? name : `${name}, ${formatBytes(size)}`))
    .join("; ");
  const [first] = own;
  const sizes = own.flatMap(({ size }) => size ?? []);
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
          {sizes.length === own.length && (
            <small className="hint tabular">
              {formatBytes(sizes.reduce((sum, size) => sum + size, 0))}
            </small>
          )}
        </>
      )}
    </button>
  );
}
