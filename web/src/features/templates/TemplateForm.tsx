import DialogContent from "@mui/material/DialogContent";
import { type FieldProblem, validationFailed } from "@sendwright/core/check/templateFields";
import type { Limits, Template } from "@sendwright/core/contract";
import { formatBytes, totalSize, withoutPictures } from "@sendwright/core/files/fit";
import { memo, useDeferredValue, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { FilePicker } from "../../components/FilePicker.tsx";
import { usePictureAddresses } from "../../data/pictureAddresses.ts";
import type { TemplateSample } from "../../lib/templateEditorContext.ts";
import { EditorPreview } from "./EditorPreview.tsx";
import { Fields } from "./Fields.tsx";
import styles from "./TemplateEditor.module.css";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";
import type { ShownNotice } from "./useNotice.ts";
import type { SaveState } from "./useSave.ts";

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

/** A narrow window shows either the form or the preview. */
export type Side = "write" | "preview";

interface Props {
  /** The template that is edited; null for a new one. */
  template: Template | null;
  fields: EditedFields;
  attachments: EditedAttachments;
  saving: SaveState;
  notice: ShownNotice;
  limits: Limits;
  /** Whether it is being saved or deleted. */
  isEnding: boolean;
  /** Whether nothing can be saved now. */
  isBusy: boolean;
  /** The preview's values; without them it uses sample values. */
  sample: TemplateSample | null;
  /** The placeholders in which rows of one email differ, to offer to repeat their lines. */
  repeat: readonly string[] | null;
  /** Null if both fit. */
  side: Side | null;
  onSide: (side: Side) => void;
}

/** The editor's content: fields, attachments and preview. */
export function TemplateForm(props: Props) {
  const {
    template,
    fields,
    attachments,
    saving,
    notice,
    limits,
    isEnding,
    isBusy,
    sample,
    repeat,
    side,
    onSide,
  } = props;
  const addresses = usePictureAddresses(fields.values.body, template, attachments.pictures);
  const pictures = useMemo(
    () => ({ addresses, add: attachments.addPicture }),
    [addresses, attachments.addPicture],
  );
  const previewed = useDeferredValue(fields.values);
  const shows = (one: Side) => side === null || side === one;

  const form = useRef<HTMLFormElement>(null);
  const save = () => {
    let problems: FieldProblem[] = [];
    // Drawn before the focus moves there: the error is at its field.
    flushSync(() => {
      onSide("write");
      if (!isBusy) problems = saving.save();
    });
    if (problems.length === 0) return;
    notice.refuse(validationFailed(problems));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  return (
    <DialogContent className={styles.desk ?? ""}>
      <form
        ref={form}
        id="template-form"
        className={styles.form}
        hidden={!shows("write")}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Fields
          fields={fields}
          limits={limits}
          problems={saving.problems}
          disabled={saving.isPending}
          pictures={pictures}
          columns={sample?.columns}
          repeat={repeat}
          isNew={template === null && sample === null}
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
      </form>
      {shows("preview") && (
        <EditorPreview
          values={previewed}
          variables={fields.variables}
          joining={fields.joining}
          sums={fields.sums}
          sample={sample}
          files={withoutPictures(attachments.counted)}
          pictures={addresses}
        />
      )}
    </DialogContent>
  );
}
