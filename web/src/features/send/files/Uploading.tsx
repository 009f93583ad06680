import Button from "@mui/material/Button";
import { formatBytes } from "@sendwright/core/files/fit";
import { withCommas } from "@sendwright/core/withCommas";
import type { UploadProgress } from "../../../data/fileUploads.ts";
import styles from "./files.module.css";

interface Props {
  progress: UploadProgress;
  onCancel: () => void;
}

/** How far the files of the emails have been uploaded, before the emails can be sent. */
export function Uploading({ progress, onCancel }: Props) {
  const { files, allFiles, bytes, allBytes, isWaiting } = progress;
  const words =
    allFiles === 0
      ? "Preparing the files…"
      : `Uploading files: ${withCommas(files)} of ${withCommas(allFiles)} (${formatBytes(bytes)} of ${formatBytes(allBytes)})`;
  return (
    <div className={styles.uploading}>
      <p role="status">
        {isWaiting ? "Waiting for the connection. The upload continues when it is back." : words}
      </p>
      <progress
        className={styles.bar}
        value={bytes}
        max={Math.max(1, allBytes)}
        aria-label="Upload of the files"
      />
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
      <p className="hint">Nothing is sent before all files are there.</p>
    </div>
  );
}
