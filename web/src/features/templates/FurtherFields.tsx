import type { Limits } from "@sendwright/core/contract";
import { formatBytes, totalSize, withoutPictures } from "@sendwright/core/files/fit";
import { AtSign } from "lucide-react";
import { memo, useState } from "react";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { Button } from "../../components/Button.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { FormatFields } from "../../components/FormatFields/FormatFields.tsx";
import { SignatureChoice } from "../../components/SignatureChoice.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { type EditedLine, LineField } from "./LineField.tsx";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";

/** Where replies go, behind a small button while it is blank. */
const ReplyToField = memo(function ReplyToField({ set, ...line }: EditedLine) {
  const [isOpened, setOpened] = useState(false);
  if (!isOpened && line.value === "" && line.error === undefined) {
    return (
      <div>
        <Button
          size="small"
          variant="text"
          color="secondary"
          disabled={line.disabled}
          startIcon={<AtSign size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Reply-To
        </Button>
      </div>
    );
  }
  return (
    <AddressQuestion text={line.value} onUse={(to) => set("reply_to", to)}>
      <LineField
        {...line}
        label="Reply-To"
        hint="Replies go to this address instead of yours."
        hasFocus={isOpened}
        onChange={(to) => set("reply_to", to)}
      />
    </AddressQuestion>
  );
});

interface AttachmentsProps
  extends Pick<EditedAttachments, "files" | "counted" | "refused" | "isFull" | "add" | "remove"> {
  limits: Limits;
  disabled: boolean;
}

/** The attachments manager of the editor. */
const Attachments = memo(function Attachments(props: AttachmentsProps) {
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

interface Props {
  fields: EditedFields;
  attachments: EditedAttachments;
  limits: Limits;
  /** The error that the last attempt to save found in the Reply-To. */
  error: string | undefined;
  disabled: boolean;
  /** Whether the template is being saved or deleted. */
  isEnding: boolean;
  /** Whether it is a new template that no list gave a date format. */
  isNew: boolean;
}

/** The fields and files below the body: they come after the editor's first frame. */
export default function FurtherFields(props: Props) {
  const { fields, attachments, limits, error, disabled, isEnding, isNew } = props;
  const { values, set, change, variables } = fields;
  const { data: settings } = useSettings();
  return (
    <>
      <ReplyToField value={values.reply_to} set={set} error={error} disabled={disabled} />
      <SignatureChoice
        value={values.signature}
        signature={settings?.signature ?? ""}
        onChange={(signature) => set("signature", signature)}
        disabled={disabled}
      />
      {/* Below the body: it appears with a date's first placeholder, and must not move the line that you are writing. */}
      <FormatFields
        values={values}
        onChange={change}
        variables={variables}
        disabled={disabled}
        isNew={isNew}
      />
      <Attachments
        files={attachments.files}
        counted={attachments.counted}
        refused={attachments.refused}
        isFull={attachments.isFull}
        add={attachments.add}
        remove={attachments.remove}
        limits={limits}
        disabled={isEnding}
      />
    </>
  );
}
