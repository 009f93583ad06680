import { formatBytes } from "@sendwright/core/files/fit";
import { withCommas } from "@sendwright/core/withCommas";
import { Button } from "../../../components/Button.tsx";
import type { UploadProgress } from "../../../data/fileUploads.ts";
import styles from "./files.module.css";

interface Props {
  progress: UploadProgress;
  onCancel: () => void;
}

/** How far the files of the emails have been uploaded, before the emails can be sent. */
export function Uploading({ progress, onCancel }: Props) {
  const { files, allFiles, bytes, allBytes, isWaiting } = progress;
  const isPreparing = allFiles === 0;
  return (
    <div className={styles.uploading}>
      <p>
        {/* Not the numbers, which change all the time. */}
        <span role="status">{statusText(progress)}</span>
        {!isPreparing &&
          !isWaiting &&
          `: ${withCommas(files)} of ${withCommas(allFiles)} (${formatBytes(bytes)} of ${formatBytes(allBytes)})`}
      </p>
      <progress
        className={styles.bar}
        value={isPreparing ? undefined : bytes}
        max={Math.max(1, allBytes)}
        aria-label="Upload of the files"
      />
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
      <p className="hint">We send nothing until all files are uploaded.</p>
    </div>
  );
}

function statusText({ allFiles, isWaiting }: UploadProgress): string {
  if (isWaiting) return "Waiting for the connection. The upload continues when it is back.";
  return allFiles === 0 ? "Preparing the files…" : "Uploading files";
}
