import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { type FieldProblem, validationFailed } from "@sendwright/core/check/templateFields";
import type { Limits, Template, TemplateFields } from "@sendwright/core/contract";
import { formatBytes, totalSize, withoutPictures } from "@sendwright/core/files/fit";
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { Notice } from "../../components/ErrorNotice.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useLimits } from "../../data/configQuery.ts";
import { usePictureAddresses } from "../../data/pictureAddresses.ts";
import { useDeleteTemplate } from "../../data/templateQueries.ts";
import { useStable } from "../../lib/useStable.ts";
import { RestoredNotice } from "../../sending/RestoredNotice.tsx";
import type { TemplateSample } from "../../sending/templateEditorContext.ts";
import { EditorPreview } from "./EditorPreview.tsx";
import { type EditorDraft, useEditorDraft } from "./editorDraft.ts";
import { Fields, useFields } from "./Fields.tsx";
import styles from "./TemplateEditor.module.css";
import { type EditedAttachments, useAttachments } from "./useAttachments.ts";
import { useConfirmDelete } from "./useConfirmDelete.ts";
import { DONE_TOAST, type ShowNotice, useNotice } from "./useNotice.ts";
import { type Conflict, useSave } from "./useSave.ts";

interface ChangedProps {
  conflict: Conflict | null;
  onOverwrite: () => void;
  onReload: () => void;
  onSaveAsNew: () => void;
  onCancel: () => void;
}

const TEXTS = {
  changed: {
    title: "This template was changed elsewhere",
    text: "It was saved in another tab or on another device while you were editing it. Overwrite that version with yours, or reload it and lose your changes here?",
  },
  deleted: {
    title: "This template was deleted elsewhere",
    text: "It was deleted in another tab or on another device while you were editing it. You can save your version as a new template, without the files that it had when you opened it.",
  },
} as const;

/** 2 people or tabs edit one template: the later one decides, and nothing is lost silently. */
function ChangedDialog({ conflict, onOverwrite, onReload, onSaveAsNew, onCancel }: ChangedProps) {
  if (conflict === null) return null;
  const { title, text } = TEXTS[conflict];
  return (
    <Dialog open maxWidth="xs" fullWidth role="alertdialog" aria-labelledby="conflict-title" onClose={onCancel}>
      <DialogTitle id="conflict-title">{title}</DialogTitle>
      <DialogContent>{text}</DialogContent>
      <DialogActions>
        <Button onClick={onCancel} autoFocus>
          Keep editing
        </Button>
        {conflict === "changed" ? (
          <>
            <Button onClick={onReload}>Reload</Button>
            <Button variant="contained" color="error" onClick={onOverwrite}>
              Overwrite
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={onSaveAsNew}>
            Save as new template
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface EditorActionsProps {
  /** Null for a template that isn't saved yet. */
  onDelete: (() => Promise<void>) | null;
  isDeleting: boolean;
  onCancel: () => void;
  isSaving: boolean;
  isBusy: boolean;
}

/** The buttons of the editor; Save belongs to its form. */
const EditorActions = memo(function EditorActions(props: EditorActionsProps) {
  const { onDelete, isDeleting, onCancel, isSaving, isBusy } = props;
  return (
    <DialogActions>
      {onDelete && (
        <Button color="error" disabled={isBusy} onClick={() => void onDelete()} sx={{ mr: "auto" }}>
          {isDeleting ? "Deleting…" : "Delete"}
        </Button>
      )}
      <Button disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form="template-form" variant="contained" disabled={isBusy}>
        {isSaving ? "Saving…" : "Save Template"}
      </Button>
    </DialogActions>
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
    shown === 0 ? added : `${added || ` ${formatBytes(totalSize(counted))} used.`} Pictures count in the size.`;
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

/** A window with room for one of them only shows the writing or the preview. */
export type Side = "write" | "preview";

interface Props {
  /** The template that is edited; null for a new one. */
  template: Template | null;
  initial: TemplateFields;
  /** The draft from before a reload; null if there isn't one. */
  draft: EditorDraft | null;
  /** Whether the editor is open: a closing one is saved or discarded. */
  isOpen: boolean;
  /** The preview's values; without them it uses sample values. */
  sample: TemplateSample | null;
  /** Null where there is room for both. */
  side: Side | null;
  onSide: (side: Side) => void;
  onSaved: ((template: Template) => void) | undefined;
  onState: (state: { isBusy: boolean; isChanged: boolean }) => void;
  /** Reloads the template and discards the changes here. */
  onReload: () => void;
  /** Discards the restored draft. */
  onAfresh: () => void;
  onCancel: () => void;
  /** It was saved or deleted. */
  onDone: () => void;
}

/** The editor's content: fields, attachments and preview, notice and buttons. */
export function TemplateForm(props: Props) {
  const { template, initial, draft, isOpen, sample, side } = props;
  const { onSide, onSaved, onState, onReload, onAfresh, onCancel, onDone } = props;
  const limits = useLimits();
  const notice = useNotice();
  const fields = useFields(initial, draft?.fields);
  const attachments = useAttachments(template, fields.values.body, limits, notice.show);
  const addresses = usePictureAddresses(fields.values.body, template, attachments.pictures);
  const pictures = useMemo(() => ({ addresses, add: attachments.addPicture }), [addresses, attachments.addPicture]);
  // The restored draft belongs to an older revision: saving it must not silently overwrite a newer one.
  const revision = draft?.revision ?? template?.revision;
  const saving = useSave({
    template,
    revision,
    fields,
    attachments,
    limits,
    onSaved,
    onDone,
    showNotice: notice.show,
    clearNotice: notice.clear,
  });
  const deleting = useDelete({ template, showNotice: notice.show, onDone });

  const askToDelete = useStable(deleting.ask);

  const isBusy = saving.isPending || deleting.isPending || attachments.isBusy;
  const isChanged = fields.isChanged || attachments.staged.length > 0;
  // Before the next event can come: an Escape right after the first letter must not close without a question.
  useLayoutEffect(() => onState({ isBusy, isChanged }), [onState, isBusy, isChanged]);

  useEditorDraft({
    templateId: template?.id ?? null,
    revision: revision ?? null,
    fields: fields.values,
    files: withoutPictures(attachments.staged),
    isUnsaved: isOpen && isChanged,
    isRestored: draft !== null,
  });

  const { notice: said } = notice;
  const isOver = said?.isOfFields === true && saving.isRefusalOver;

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
    <>
      <div className={styles.notice}>
        {draft && <RestoredNotice what="saved" files={draft.files} chosen={attachments.counted} onAfresh={onAfresh} />}
        {said && !isOver && (
          <Notice variant={said.variant} isTold={said.isOfFields}>
            {said.text}
          </Notice>
        )}
      </div>
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
            disabled={saving.isPending || deleting.isPending}
          />
        </form>
        {shows("preview") && (
          <EditorPreview
            values={previewed}
            variables={fields.variables}
            sample={sample}
            files={withoutPictures(attachments.counted)}
            pictures={addresses}
          />
        )}
      </DialogContent>
      <EditorActions
        onDelete={template ? askToDelete : null}
        isDeleting={deleting.isPending}
        onCancel={onCancel}
        isSaving={saving.isPending}
        isBusy={isBusy}
      />
      <ChangedDialog
        conflict={saving.conflict}
        onOverwrite={saving.overwrite}
        onReload={onReload}
        onSaveAsNew={saving.saveAsNew}
        onCancel={saving.keepEditing}
      />
    </>
  );
}

interface DeleteProps {
  template: Template | null;
  showNotice: ShowNotice;
  onDone: () => void;
}

/** The editor's way to delete the template, after a question (rule: deleting). */
function useDelete({ template, showNotice, onDone }: DeleteProps) {
  const toast = useToast();
  const mutation = useDeleteTemplate();
  const confirmDelete = useConfirmDelete();
  const ask = async () => {
    if (!template || !(await confirmDelete(template.name, template.attachments.length))) return;
    mutation.mutate(template.id, {
      onSuccess: () => {
        toast(`"${template.name}" deleted.`, { variant: "success", duration: DONE_TOAST });
        onDone();
      },
      onError: (error) => showNotice("danger", `Delete failed: ${error.message}`),
    });
  };
  return { isPending: mutation.isPending, ask };
}
