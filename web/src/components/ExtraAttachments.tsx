import type { Limits } from "@sendwright/core/contract";
import { additionalSkipMessage } from "@sendwright/core/files/fileMessages";
import {
  attachmentsFull,
  fitFiles,
  formatBytes,
  totalSize,
  withoutPictures,
} from "@sendwright/core/files/fit";
import { useEffect, useState } from "react";
import { FilePicker } from "./FilePicker.tsx";

interface Props {
  label?: string;
  files: readonly File[];
  /** The template's files, where they count toward the limits: in Direct Send, not in Bulk Send. */
  existing: readonly { name: string; size: number }[];
  limits: Limits;
  onChange: (files: readonly File[]) => void;
  /** Errors found by the check before sending, which the form announces. */
  error?: string | undefined;
}

/** How long the names of files that were not added are shown, in milliseconds (rule: toasts). */
const REFUSED = 6_000;
const NO_MESSAGE = { message: null };

/** Files for one send. Lists the files that don't fit (rule: all or none). */
export function ExtraAttachments(props: Props) {
  const { label = "Additional attachments", files, existing, limits, onChange, error } = props;
  const [refused, setRefused] = useState<{ message: string | null }>(NO_MESSAGE);
  useEffect(() => {
    if (refused.message === null) return;
    const timer = setTimeout(() => setRefused(NO_MESSAGE), REFUSED);
    return () => clearTimeout(timer);
  }, [refused]);
  const all = [...existing, ...files];
  const add = (chosen: File[]) => {
    const { accepted, skipped } = fitFiles({ existing: all, files: chosen, limits });
    setRefused({ message: additionalSkipMessage(skipped, limits) });
    if (accepted.length > 0) onChange([...files, ...accepted]);
  };
  const { MAX_ATTACHMENTS_PER_EMAIL: most, MAX_TOTAL_ATTACHMENT_SIZE_MB: megabytes } = limits;
  return (
    <div data-invalid={error !== undefined}>
      <FilePicker
        label={label}
        hint={`${withoutPictures(all).length} of ${most} files, ${formatBytes(totalSize(all))} of ${megabytes} MB.`}
        files={files.map((file, index) => ({
          key: String(index),
          name: file.name,
          size: file.size,
        }))}
        onAdd={add}
        onRemove={(key) => {
          setRefused(NO_MESSAGE);
          onChange(files.filter((_file, index) => String(index) !== key));
        }}
        full={attachmentsFull(all, limits)}
        error={error ?? refused.message}
        isAnnounced={error !== undefined}
      />
    </div>
  );
}
