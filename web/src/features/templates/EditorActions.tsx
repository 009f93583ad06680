import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import { memo } from "react";
import { BusyWord } from "../../components/BusyWord.tsx";
import { useIsSlow } from "../../lib/useIsSlow.ts";

interface EditorActionsProps {
  /** Null for a template that isn't saved yet. */
  onDelete: (() => Promise<void>) | null;
  isDeleting: boolean;
  onCancel: () => Promise<void>;
  isSaving: boolean;
  isBusy: boolean;
}

/** The buttons of the editor; Save belongs to its form. */
export const EditorActions = memo(function EditorActions(props: EditorActionsProps) {
  const { onDelete, isDeleting, onCancel, isSaving, isBusy } = props;
  const isSlow = useIsSlow(isSaving);
  return (
    <DialogActions>
      {onDelete && (
        <Button color="error" disabled={isBusy} onClick={() => void onDelete()} sx={{ mr: "auto" }}>
          <BusyWord isBusy={isDeleting} word="Delete" busyWord="Deleting…" />
        </Button>
      )}
      <p role="status" className="hint">
        {isSlow && "Saving takes longer than usual. Keep this page open."}
      </p>
      <Button disabled={isBusy} onClick={() => void onCancel()}>
        Cancel
      </Button>
      <Button type="submit" form="template-form" variant="contained" disabled={isBusy}>
        <BusyWord isBusy={isSaving} word="Save Template" busyWord="Saving…" />
      </Button>
    </DialogActions>
  );
});
