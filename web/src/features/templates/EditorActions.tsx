import DialogActions from "@mui/material/DialogActions";
import { memo, useEffect, useState } from "react";
import { BusyWord } from "../../components/BusyWord.tsx";
import { Button } from "../../components/Button.tsx";

interface EditorActionsProps {
  /** Null for a template that isn't saved yet. */
  onDelete: (() => Promise<void>) | null;
  isDeleting: boolean;
  onCancel: () => Promise<void>;
  isSaving: boolean;
  isBusy: boolean;
}

/** After this many milliseconds, we say that saving continues. */
const SLOW_MS = 5_000;

/** Whether something has been under way for longer than people expect. */
function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow;
}

/** The buttons of the editor; Save belongs to its form. */
export const EditorActions = memo(function EditorActions(props: EditorActionsProps) {
  const { onDelete, isDeleting, onCancel, isSaving, isBusy } = props;
  const isSlow = useIsSlow(isSaving);
  return (
    <DialogActions>
      {onDelete && (
        <Button
          color="error"
          disabled={isBusy}
          onClick={() => void onDelete()}
          style={{ marginInlineEnd: "auto" }}
        >
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
