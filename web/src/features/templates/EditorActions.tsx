import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import { memo } from "react";

interface Props {
  /** Null for a template that isn't saved yet. */
  onDelete: (() => Promise<void>) | null;
  isDeleting: boolean;
  onCancel: () => void;
  isSaving: boolean;
  isBusy: boolean;
}

/** The buttons of the editor; Save belongs to its form. */
export const EditorActions = memo(function EditorActions(props: Props) {
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
