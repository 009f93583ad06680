import type { Limits } from "@sendwright/core/contract";
import { formatBytes, totalSize, withoutPictures } from "@sendwright/core/files/fit";
import { memo } from "react";
import { FilePicker } from "../../components/FilePicker.tsx";
import type { EditedAttachments } from "./useAttachments.ts";

interface AttachmentsProps
  extends Pick<EditedAttachments, "files" | "counted" | "refused" | "isFull" | "add" | "remove"> {
  limits: Limits;
  disabled: boolean;
}

/** The attachments manager of the editor. */
export default memo(function Attachments(props: AttachmentsProps) {
  const { files, counted, refused, isFull, add, remove, limits, disabled } = props;
  const count = withoutPictures(counted).length;
  const added = count > 0 ? ` ${count} added, ${formatBytes(totalSize(counted))}.` : "";
  const shown = counted.length - count;
  const used =
    shown === 0
      ? added
      : `${added || ` ${formatBytes(totalSize(counted))} used.`} Pictures count in the size.`;
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
