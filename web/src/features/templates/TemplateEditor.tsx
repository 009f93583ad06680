import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { AppError, DEFAULT_FORMATS, type Template, type TemplateFields } from "@sendwright/core/contract";
import { X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Segmented } from "../../components/Segmented.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useTemplateToEdit } from "../../data/templateQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import type { TemplateSample } from "../../sending/templateEditorContext.ts";
import { type EditorDraft, keepOfEditor } from "./editorDraft.ts";
import styles from "./TemplateEditor.module.css";
import { type Side, TemplateForm } from "./TemplateForm.tsx";

interface Props {
  show: boolean;
  onClose: () => void;
  /** Called when it is gone from the screen, and the focus is back where it came from. */
  onClosed?: () => void;
  /** The template to load and edit; without one the editor starts blank, or with a starter. */
  templateId?: string | null;
  starter?: TemplateFields | null;
  /** The draft from before a reload. */
  draft?: EditorDraft | null;
  /** The values that the preview is filled with, where the starter comes from a file. */
  sample?: TemplateSample | null;
  onSaved?: (template: Template) => void;
  /** Distinguishes one opening from the next. */
  opening: number;
}

const DISCARD = {
  title: "Discard changes?",
  text: "Your changes to this template haven't been saved.",
  action: "Discard changes",
  cancel: "Keep editing",
};

const SIDES = [
  { value: "write", word: "Write" },
  { value: "preview", word: "Preview" },
] as const;

const NEW_TEMPLATE: TemplateFields = { name: "", subject: "", body: "", ...DEFAULT_FORMATS };

/** The modal in which a template is written (rule: busy editor). The backdrop does not close it. */
export default function TemplateEditor(props: Props) {
  const { show, onClose, onClosed, templateId = null, starter = null, sample = null, onSaved, opening } = props;
  const [draft, setDraft] = useState(props.draft ?? null);
  const id = useId();
  const confirm = useConfirm();
  const fullScreen = useMediaQuery("(width < 700px)");
  const loading = useTemplateToEdit(templateId, opening);
  const [form, setForm] = useState({ isBusy: false, isChanged: false });
  const [side, setSide] = useState<Side>("write");
  const isLoading = templateId !== null && loading.isFetching;
  const isBusy = isLoading || form.isBusy;
  const isMissing = templateId !== null && !loading.data;

  /** Whether the editor may go: never while it is busy, and with changes only after the question. */
  const mayGo = async () => {
    if (isBusy || (form.isChanged && !(await confirm(DISCARD)))) return false;
    if (form.isChanged) keepOfEditor(null);
    return true;
  };
  const afresh = () => {
    keepOfEditor(null);
    setDraft(null);
  };
  const close = async () => {
    if (await mayGo()) onClose();
  };
  useLeaveGuard({ hasUnsaved: () => show && (form.isBusy || form.isChanged), isLostAt: () => true, ask: mayGo });

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
        <DialogTitle id={`${id}-title`}>{templateId === null ? "Create New Template" : "Edit Template"}</DialogTitle>
        {fullScreen && !isLoading && !isMissing && (
          <Segmented label="Show" value={side} options={SIDES} onChange={setSide} />
        )}
        <IconButton aria-label="Close" disabled={isBusy} onClick={() => void close()}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      {isLoading ? (
        <EditorLoading />
      ) : isMissing ? (
        <LoadFailure error={loading.error} onRetry={() => void loading.refetch()} onClose={onClose} />
      ) : (
        <TemplateForm
          key={`${loading.dataUpdatedAt} ${draft === null ? "" : "restored"}`}
          template={loading.data ?? null}
          initial={loading.data ?? starter ?? NEW_TEMPLATE}
          draft={draft}
          isOpen={show}
          sample={sample}
          side={fullScreen ? side : null}
          onSide={setSide}
          onSaved={onSaved}
          onState={setForm}
          onReload={() => {
            afresh();
            void loading.refetch();
          }}
          onAfresh={afresh}
          onCancel={() => void close()}
          onDone={onClose}
        />
      )}
    </Dialog>
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
    if (error) toast("Error loading template.", { variant: "danger", isTold: true });
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
