import { formatBytes } from "@sendwright/core/files/fit";
import { attachmentName } from "@sendwright/core/files/pictures";
import { CircleCheck, CircleX, Paperclip, Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { buttonLook, IconButton } from "./Button.tsx";
import styles from "./FilePicker.module.css";
import field from "./field.module.css";

/** One file in the list of a FilePicker. */
interface PickedFile {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The state of its upload; absent if it doesn't upload on its own. */
  status?: "pending" | "uploading" | "success" | "error";
  /** Part of the upload that is done, from 0 to 1. */
  progress?: number;
  /** Why the upload failed. */
  error?: string;
  /** Whether it cannot be taken out just now. */
  busy?: boolean;
}

const UPLOAD_STATES = {
  pending: "Added when saved",
  uploading: "Uploading",
  success: "Uploaded",
  error: "Not uploaded",
};

function StatusIcon({ status }: { status: PickedFile["status"] }) {
  if (status === "success") return <CircleCheck size={16} color="var(--sent)" aria-hidden />;
  if (status === "error") return <CircleX size={16} color="var(--failed)" aria-hidden />;
  return <Paperclip size={16} color="var(--ink-soft)" aria-hidden />;
}

interface FileRowProps {
  file: PickedFile;
  disabled?: boolean;
  onRemove?: (key: string) => void;
}

/** A file's name, size and state, and a button that removes it. */
function FileRow({ file, disabled, onRemove }: FileRowProps) {
  const { key, name, size, status, progress, error, busy } = file;
  const percent =
    status === "uploading" && progress !== undefined ? ` ${Math.round(progress * 100)} %` : "";
  return (
    <li className={styles.file} data-status={status}>
      <StatusIcon status={status} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className="hint tabular">{formatBytes(size)}</span>
      {status && (
        // How an upload ended, the editor's notice says.
        <span
          className={`hint tabular ${styles.status}`}
          role={status === "pending" ? "status" : undefined}
        >
          {error ?? UPLOAD_STATES[status]}
          {percent}
        </span>
      )}
      {onRemove && (
        <IconButton
          size="small"
          disabled={disabled || busy || status === "uploading"}
          aria-label={`${status === "error" ? "Clear" : "Remove"} ${name}`}
          onClick={() => onRemove(key)}
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

export type { PickedFile };

interface Props {
  /** The field's label. */
  label: string;
  /** The limits in a few words: "Up to 5 files, 5 MB in total". */
  hint?: ReactNode;
  files: readonly PickedFile[];
  onAdd: (files: File[]) => void;
  /** Absent: the files cannot be taken out. */
  onRemove?: (key: string) => void;
  /** Whether it takes several files, as attachments of every email; otherwise one, such as a list. */
  multiple?: boolean;
  /** As in `<input accept>`. */
  accept?: string;
  disabled?: boolean;
  /** Whether nothing more can be added; files can still be taken out. */
  full?: boolean;
  /** Why you can't use it now, or why the last files were refused. */
  error?: ReactNode;
  /** Whether something else announces the error, too. */
  isAnnounced?: boolean;
}

const FOLDER = "You can't add a folder. Choose the files in it.";

/** The dropped files without folders: browsers pass folders as files that can't be read. */
function droppedFiles({ files, items }: DataTransfer): {
  files: readonly File[];
  hasFolder: boolean;
} {
  const entries = [...(items ?? [])].filter(({ kind }) => kind === "file");
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
  if (!entries.some(isFolder)) return { files: [...files], hasFolder: false };
  const kept = entries.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
  return { files: kept, hasFolder: true };
}

/** A picture of a body that someone saved and attaches is an attachment like any other. */
function asAttachment(file: File): File {
  const name = attachmentName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}

/** The names of the files that were chosen last, and the files that were there before. */
interface ChosenFiles {
  names: readonly string[];
  before: readonly PickedFile[];
}

const NONE_CHOSEN: ChosenFiles = { names: [], before: [] };

function countNamed(files: readonly PickedFile[], name: string): number {
  return files.filter((file) => file.name === name && !file.status).length;
}

/** Chooses files by dialog or by dropping them, and lists them with their sizes. */
export function FilePicker(props: Props) {
  const {
    label,
    hint,
    files,
    onAdd,
    onRemove,
    multiple = true,
    accept,
    disabled = false,
    full = false,
    error,
    isAnnounced = false,
  } = props;
  const closed = disabled || full;
  const action = multiple ? "Choose files" : "Choose a file";
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const [isFolder, setFolder] = useState(false);
  // Files that are uploaded, and a list that is read, are announced elsewhere.
  const [chosen, setChosen] = useState(NONE_CHOSEN);
  const [added, setAdded] = useState("");
  // One that was refused may have the name of one that is there.
  const came = chosen.names.filter(
    (name) => countNamed(files, name) > countNamed(chosen.before, name),
  );
  if (multiple && came.length > 0) {
    setAdded(`Added ${came.join(", ")}.`);
    setChosen(NONE_CHOSEN);
  }
  const add = (list: FileList | readonly File[] | null) => {
    const given = Array.from(list ?? [], asAttachment);
    setFolder(false);
    setAdded("");
    setChosen({ names: given.map(({ name }) => name), before: files });
    if (given.length > 0 && !closed) onAdd(multiple ? given : given.slice(0, 1));
    // The same file can be chosen again after it was taken out.
    if (input.current) input.current.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files: dropped, hasFolder } = droppedFiles(event.dataTransfer);
    add(dropped);
    setFolder(hasFolder);
  };

  const list = useRef<HTMLUListElement>(null);
  const leaving = useRef<{ key: string; at: number }>(null);
  const takeOut = (key: string) => {
    leaving.current = { key, at: files.findIndex((file) => file.key === key) };
    setAdded("");
    setChosen(NONE_CHOSEN);
    onRemove?.(key);
  };
  useEffect(() => {
    const gone = leaving.current;
    if (!gone || files.some(({ key }) => key === gone.key)) return;
    leaving.current = null;
    // The button is removed with its file: the focus moves to the next file, or to the button that
    // chooses files.
    const buttons = list.current?.querySelectorAll("button") ?? [];
    (buttons[Math.min(gone.at, buttons.length - 1)] ?? input.current)?.focus();
  }, [files]);

  const shown = isFolder ? FOLDER : error;
  return (
    <fieldset className="bare" aria-describedby={`${id}-hint ${id}-error`}>
      <legend id={`${id}-label`} className={field.label}>
        {label}
      </legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button beside it does the same. */}
      <div
        className={styles.drop}
        data-over={over}
        data-disabled={closed}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!closed);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={`${id}-input`}
          className="unseen"
          type="file"
          multiple={multiple}
          disabled={closed}
          // The visible label comes first, for people who use voice control.
          aria-label={`${action} ${label}`}
          aria-labelledby={`${id}-action ${id}-label`}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => add(event.target.files)}
          {...(accept ? { accept } : {})}
        />
        <label
          id={`${id}-action`}
          {...buttonLook()}
          htmlFor={`${id}-input`}
          aria-hidden
          aria-disabled={closed}
        >
          <Upload size={16} />
          {action}
        </label>
        <span className={`soft ${styles.or}`}>or drop {multiple ? "them" : "it"} here</span>
        <span id={`${id}-hint`} className="hint">
          <span>{hint}</span>
          {multiple && <> Every recipient gets these files.</>}
        </span>
      </div>
      <p
        id={`${id}-error`}
        className={styles.error}
        role={shown && !isAnnounced ? "alert" : undefined}
      >
        {shown}
      </p>
      <p className="unseen" aria-live="polite">
        {added}
      </p>
      {files.length > 0 && (
        <ul ref={list} className={styles.list}>
          {files.map((file) => (
            <FileRow
              key={file.key}
              file={file}
              disabled={disabled}
              {...(onRemove ? { onRemove: takeOut } : {})}
            />
          ))}
        </ul>
      )}
    </fieldset>
  );
}
