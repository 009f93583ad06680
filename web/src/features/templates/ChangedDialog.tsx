import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { Button } from "../../components/Button.tsx";
import type { Conflict } from "./useSave.ts";

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
export function ChangedDialog({
  conflict,
  onOverwrite,
  onReload,
  onSaveAsNew,
  onCancel,
}: ChangedProps) {
  if (conflict === null) return null;
  const { title, text } = TEXTS[conflict];
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby="conflict-title"
      onClose={onCancel}
    >
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
