import { formatBytes } from "@sendwright/core/files/fit";
import type { EarlierFile, Row } from "@sendwright/core/list/list";
import { Paperclip } from "lucide-react";
import type { OnRowAction, RowView } from "./rowView.ts";
import styles from "./table.module.css";

/** The files of a row; absent while the list has none. */
export type FilesOf = (row: Row) => readonly ShownFile[];

interface ShownFile extends EarlierFile {
  /** Whose it is by its name, if it's someone else's; otherwise "" or absent. */
  note?: string;
}

interface Props {
  view: Pick<RowView, "id" | "n" | "row">;
  filesOf: FilesOf | null;
  /** Whether a row without a file says how to add one. */
  offers?: boolean;
  tabIndex?: number;
  act: OnRowAction;
}

/** A row's files, which a click lets you change. */
export function RowFileButton({ view, filesOf, offers = false, tabIndex, act }: Props) {
  const { id, n, row } = view;
  const own = filesOf?.(row) ?? [];
  const words = own
    .map(({ name, size, note = "" }) =>
      [name, size === null ? "" : formatBytes(size), note].filter((part) => part !== "").join(", "),
    )
    .join("; ");
  const [note] = own.flatMap((file) => file.note || []);
  const isOffer = offers && own.length === 0;
  const [first] = own;
  const sizes = own.flatMap(({ size }) => size ?? []);
  return (
    <button
      type="button"
      className={styles.files}
      tabIndex={tabIndex}
      title={words}
      aria-label={isOffer ? `Add a file for row ${n}` : `Files of row ${n}: ${words || "none"}`}
      onClick={() => act({ type: "files", id })}
    >
      {first === undefined ? (
        <span className="soft">{isOffer ? "Add a file" : "No file"}</span>
      ) : (
        <>
          <Paperclip size={13} aria-hidden />
          <span className="cut">{own.length === 1 ? first.name : `${own.length} files`}</span>
          {sizes.length === own.length && (
            <small className="hint tabular">
              {formatBytes(sizes.reduce((sum, size) => sum + size, 0))}
            </small>
          )}
          {note && <small className="hint">{note}</small>}
        </>
      )}
    </button>
  );
}
