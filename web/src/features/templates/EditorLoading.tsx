import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { AppError } from "@sendwright/core/contract";
import { useEffect } from "react";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useToast } from "../../components/Toasts.tsx";

/** Shown while the template loads. */
export function EditorLoading() {
  return (
    <DialogContent>
      <Loading what="template" heights={[56, 56, 320, 96]} gap={32} />
    </DialogContent>
  );
}

interface Props {
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** The template could not be read. */
export function LoadFailure({ error, onRetry, onClose }: Props) {
  const toast = useToast();
  useEffect(() => {
    if (error) toast("Error loading template.", { variant: "danger" });
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
