import IconButton from "@mui/material/IconButton";
import { formatBytes } from "@sendwright/core/files/size";
import { CircleCheck, CircleX, Paperclip, X } from "lucide-react";
import styles from "./FilePicker.module.css";

/** One file in the list of a FilePicker. */
export interface PickedFile {
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

const WORDS = { pending: "Added when saved", uploading: "Uploading", success: "Uploaded", error: "Not uploaded" };

function StatusIcon({ status }: { status: PickedFile["status"] }) {
  if (status === "success") return <CircleCheck size={16} color="var(--sent)" aria-hidden />;
  if (status === "error") return <CircleX size={16} color="var(--failed)" aria-hidden />;
  return <Paperclip size={16} color="var(--ink-soft)" aria-hidden />;
}

interface Props {
  file: PickedFile;
  disabled?: boolean;
  onRemove?: (key: string) => void;
}

/** A file's name, size and state, and the way to take it out. */
export function FileRow({ file, disabled, onRemove }: Props) {
  const { key, name, size, status, progress, error, busy } = file;
  const percent = status === "uploading" && progress !== undefined ? ` ${Math.round(progress * 100)} %` : "";
  return (
    <li className={styles.file} data-status={status}>
      <StatusIcon status={status} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.size}>{formatBytes(size)}</span>
      {status && (
        <span className={styles.status} role="status">
          {error ?? WORDS[status]}
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
