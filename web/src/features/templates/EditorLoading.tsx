import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Skeleton from "@mui/material/Skeleton";
import { AppError } from "@sendwright/functions/contract";
import { useEffect } from "react";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { useToast } from "../../components/Toasts.tsx";

/** Stands where the template is about to be. */
export function EditorLoading() {
  return (
    <DialogContent role="status" aria-label="Loading template">
      {[56, 56, 320, 96].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
        <Skeleton key={index} variant="rounded" height={height} animation={false} sx={{ mb: 4 }} />
      ))}
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
