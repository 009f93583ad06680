import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import {
  AppError,
  DEFAULT_FORMATS,
  type Template,
  type TemplateFields,
} from "@sendwright/core/contract";
import { withoutPictures } from "@sendwright/core/files/fit";
import { History, X } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { Button, IconButton } from "../../components/Button.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { ErrorNotice, Notice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { later } from "../../components/later.tsx";
import { RestoredNotice } from "../../components/RestoredNotice.tsx";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { Segmented } from "../../components/Segmented.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useIsEditorFull } from "../../components/useIsPhone.ts";
import { useLimits } from "../../data/configQuery.ts";
import {
  type SavedTemplate,
  useShowInEditor,
  useTemplateToEdit,
} from "../../data/templateChanges.ts";
import { useUndone } from "../../data/versionQueries.ts";
import { filesOfBoth } from "../../lib/filesToChooseAgain.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import type { TemplateSample } from "../../lib/templateEditorContext.ts";
import { useStable } from "../../lib/useStable.ts";
import { ChangedDialog } from "./ChangedDialog.tsx";
import { EditorActions } from "./EditorActions.tsx";
import { type EditorDraft, keepOfEditor, useEditorDraft } from "./editorDraft.ts";
import styles from "./TemplateEditor.module.css";
import { type Side, TemplateForm } from "./TemplateForm.tsx";
import { useAttachments } from "./useAttachments.ts";
import { useDelete } from "./useDelete.ts";
import { useFields } from "./useFields.ts";
import { OPENED_NOTICE_MS, useNotice } from "./useNotice.ts";
import { useSave } from "./useSave.ts";
import { useSavedToast } from "./useUndo.ts";

const EarlierVersions = later(() => import("./EarlierVersions.tsx"));

interface Props {
  /** The name of this editor; no two have the same. */
  opening: string;
  show: boolean;
  onClose: () => void;
  /** Called when it is gone from the screen, and the focus is back where it came from. */
  onClosed?: () => void;
  /** The template to load and edit; without one the editor starts blank, or with a starter. */
  templateId?: string | null;
  starter?: TemplateFields | null;
  /** Files of a starter that is written already; null for any other. */
  files?: readonly File[] | null;
  /** What to say about the starter. */
  note?: string | null;
  /** The draft from before a reload. */
  draft?: EditorDraft | null;
  /** The values that the preview is filled with, where the starter comes from a file. */
  sample?: TemplateSample | null;
  /** The placeholders in which rows of one email differ, to offer to repeat their lines. */
  repeat?: readonly string[] | null;
  onSaved?: (template: Template) => void;
}

const DISCARD = {
  title: "Discard changes?",
  text: "Your changes to this template haven't been saved.",
  action: "Discard changes",
  cancel: "Keep editing",
};

const KEPT_TYPING =
  "What you typed since that save is still here; saving it keeps the other text as an earlier version.";

const SIDES = [
  { value: "write", word: "Write" },
  { value: "preview", word: "Preview" },
] as const;

const NEW_TEMPLATE: TemplateFields = { name: "", subject: "", body: "", ...DEFAULT_FORMATS };

/** The modal in which a template is written (rule: busy editor). The backdrop does not close it. */
export default function TemplateEditor(props: Props) {
  const {
    opening,
    show,
    onClose,
    onClosed,
    templateId = null,
    starter = null,
    files: given = null,
    note = null,
    sample = null,
    repeat = null,
    onSaved,
  } = props;
  const [draft, setDraft] = useState(props.draft ?? null);
  const id = useId();
  const confirm = useConfirm();
  const fullScreen = useIsEditorFull();
  const loading = useTemplateToEdit(templateId, opening);
  const [side, setSide] = useState<Side>("write");
  const isLoading = templateId !== null && loading.isFetching;
  const isMissing = templateId !== null && !loading.data;
  const isReady = !isLoading && !isMissing;

  const limits = useLimits();
  const template = loading.data ?? null;
  const version = `${loading.dataUpdatedAt} ${draft === null ? "" : "restored"}`;
  const notice = useNotice(version);
  const initial = template ?? starter ?? NEW_TEMPLATE;
  const fields = useFields(version, initial, draft?.fields, sample?.columns);
  const { body } = fields.values;
  const attachments = useAttachments(version, template, body, limits, notice.show, given);
  const undone = useUndone(templateId);
  const isUndone = isReady && isLater(undone, template);
  // The restored draft belongs to an older revision: saving it must not silently overwrite a newer
  // one. A save that was undone here is known.
  const revision = isUndone ? undone?.revision : (draft?.revision ?? template?.revision);
  const saving = useSave({
    version,
    template,
    revision,
    fields,
    attachments,
    limits,
    notice,
    onSaved,
    onDone: onClose,
  });
  const deleting = useDelete({ template, showNotice: notice.show, onDone: onClose });
  const isEnding = saving.isPending || deleting.isPending;
  const isPasting = usePasting();
  const isBusy = isLoading || isEnding || attachments.isBusy || isPasting;
  const isWritten = given !== null;
  const isChanged = isReady && (isWritten || fields.isChanged || attachments.staged.length > 0);

  const sayFirst = useStable(() => {
    const text = [note, attachments.skipped].filter((sentence) => sentence !== null).join(" ");
    if (text !== "") notice.show("warning", text, OPENED_NOTICE_MS);
  });
  useEffect(() => sayFirst(), [sayFirst]);

  const showInEditor = useShowInEditor();
  const showSaved = useSavedToast();
  const [isLookingBack, setIsLookingBack] = useState(false);
  const [used, setUsed] = useState<string | null>(null);
  const followUndo = useStable(() => {
    if (isChanged) notice.show("info", KEPT_TYPING);
    else if (undone) showInEditor(undone, opening);
  });
  useEffect(() => {
    if (isUndone && !isBusy) followUndo();
  }, [isUndone, isBusy, followUndo]);
  const showUsed = (saved: SavedTemplate) => {
    setIsLookingBack(false);
    startOver();
    showInEditor(saved.template, opening);
    setUsed(saved.template.revision);
    showSaved(`"${saved.template.name}" is saved with its earlier text.`, saved);
  };

  /**
   * Whether the editor may go: never while it is busy, and with changes only after the question.
   */
  const mayGo = async () => {
    if (isBusy || (isChanged && !(await confirm(DISCARD)))) return false;
    if (isChanged) keepOfEditor(null);
    return true;
  };
  const startOver = () => {
    keepOfEditor(null);
    setDraft(null);
  };
  const close = useStable(async () => {
    if (await mayGo()) onClose();
  });
  const askToDelete = useStable(deleting.ask);
  const files = useMemo(() => {
    const staged = withoutPictures(attachments.staged).map(({ name }) => name);
    return filesOfBoth(staged, draft?.files ?? []);
  }, [attachments.staged, draft]);
  useEditorDraft({
    version,
    templateId,
    revision: revision ?? null,
    fields: fields.values,
    files,
    isReady,
    isUnsaved: show && isChanged,
    isRestored: draft !== null,
  });
  const { notice: said } = notice;
  const isOver = said?.isOfFields === true && saving.isRefusalOver;
  useLeaveGuard({
    hasUnsaved: () => show && ((isReady && isBusy) || isChanged),
    isLostAt: () => true,
    ask: mayGo,
  });

  return (
    <Dialog
      open={show}
      onClose={(_event, reason) => void (reason === "escapeKeyDown" && close())}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={false}
      aria-labelledby={`${id}-title`}
      aria-busy={isBusy}
      slotProps={{
        paper: { className: fullScreen ? "" : (styles.window ?? "") },
        transition: { onExited: () => onClosed?.() },
      }}
    >
      <div className={styles.head}>
        <DialogTitle id={`${id}-title`}>
          {templateId === null ? "Create New Template" : "Edit Template"}
        </DialogTitle>
        {fullScreen && isReady && (
          <Segmented label="Show" value={side} options={SIDES} onChange={setSide} />
        )}
        {template && isReady && <LookBack isBusy={isBusy} onClick={() => setIsLookingBack(true)} />}
        <IconButton aria-label="Close" disabled={isBusy} onClick={() => void close()}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      {isLoading ? (
        <EditorLoading />
      ) : isMissing ? (
        <LoadFailure
          error={loading.error}
          onRetry={() => void loading.refetch()}
          onClose={onClose}
        />
      ) : (
        <>
          <div className={styles.notice}>
            {draft && (
              <RestoredNotice
                what="saved"
                files={draft.files}
                chosen={attachments.counted}
                onStartOver={startOver}
              />
            )}
            {used !== null && used === template?.revision && !isChanged && (
              <Notice isAnnounced>To go back, use the latest of the earlier versions.</Notice>
            )}
            {said && !isOver && (
              <Notice variant={said.variant} isAnnounced={said.isOfFields}>
                {said.text}
              </Notice>
            )}
          </div>
          <TemplateForm
            key={version}
            template={template}
            fields={fields}
            attachments={attachments}
            saving={saving}
            notice={notice}
            limits={limits}
            isEnding={isEnding}
            isBusy={isBusy}
            sample={sample}
            repeat={repeat}
            side={fullScreen ? side : null}
            onSide={setSide}
          />
          <EditorActions
            onDelete={template ? askToDelete : null}
            isDeleting={deleting.isPending}
            onCancel={close}
            isSaving={saving.isPending}
            isBusy={isBusy}
          />
          {isLookingBack && template && (
            <EarlierVersions
              template={template}
              revision={revision}
              edited={fields.values}
              isChanged={isChanged}
              onUsed={showUsed}
              onClose={() => setIsLookingBack(false)}
            />
          )}
          <ChangedDialog
            conflict={saving.conflict}
            onOverwrite={saving.overwrite}
            onReload={() => {
              startOver();
              void loading.refetch();
            }}
            onSaveAsNew={saving.saveAsNew}
            onCancel={saving.keepEditing}
          />
        </>
      )}
    </Dialog>
  );
}

/** Whether one template is a later save than another. A revision begins with their number. */
function isLater(one: Template | undefined, than: Template | null): boolean {
  if (one === undefined || than === null) return false;
  return Number.parseInt(one.revision, 10) > Number.parseInt(than.revision, 10);
}

/** Opens the earlier versions. Loads nothing before. */
function LookBack({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const isNarrow = useIsEditorFull();
  const icon = <History size={20} aria-hidden />;
  return isNarrow ? (
    <IconButton aria-label="Earlier versions" disabled={isBusy} onClick={onClick}>
      {icon}
    </IconButton>
  ) : (
    <Button
      variant="text"
      color="inherit"
      startIcon={icon}
      className={styles.back ?? ""}
      disabled={isBusy}
      onClick={onClick}
    >
      Earlier versions
    </Button>
  );
}

/** Shown while the template loads. */
function EditorLoading() {
  return (
    <DialogContent>
      <Loading what="template" heights={[56, 56, 320, 96]} gap={32} />
    </DialogContent>
  );
}

interface EditorLoadingProps {
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** The template could not be read. */
function LoadFailure({ error, onRetry, onClose }: EditorLoadingProps) {
  const toast = useToast();
  useEffect(() => {
    if (error) toast("Error loading template.", { variant: "danger", isAnnounced: true });
  }, [error, toast]);
  return (
    <>
      <DialogContent>
        <ErrorNotice
          message={`Error loading template: ${error?.message ?? "Could not load template data."}`}
          requestId={error instanceof AppError ? error.requestId : undefined}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" onClick={onRetry}>
          Try again
        </Button>
      </DialogActions>
    </>
  );
}
