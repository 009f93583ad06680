import type { Limits } from "@sendwright/core/contract";
import { totalSize } from "@sendwright/core/files/fit";
import { formatBytes } from "@sendwright/core/files/size";
import { memo } from "react";
import { FilePicker } from "../../components/FilePicker.tsx";
import type { EditedAttachments } from "./useAttachments.ts";

interface Props extends Pick<EditedAttachments, "files" | "counted" | "refused" | "isFull" | "add" | "remove"> {
  limits: Limits;
  disabled: boolean;
}

/** The attachments manager of the editor. */
export const Attachments = memo(function Attachments(props: Props) {
  const { files, counted, refused, isFull, add, remove, limits, disabled } = props;
  const used = counted.length > 0 ? ` ${counted.length} added, ${formatBytes(totalSize(counted))}.` : "";
  const none = refused > 0 ? ` The last ${refused} files you chose weren't added.` : "";
  return (
    <FilePicker
      label="Attachments"
      hint={`Up to ${limits.MAX_ATTACHMENTS_PER_EMAIL} files, ${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB in total.${used}${none}`}
      files={files}
      onAdd={add}
      onRemove={(key) => void remove(key)}
      disabled={disabled}
      full={isFull}
    />
  );
});
