import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense, useId, useState } from "react";

const StartPicker = lazy(() => import("../StartPicker.tsx"));

interface Props {
  /** When it begins as things stand, ISO time. */
  startsAt: string;
  onMove: (startAt: string) => void;
  onClose: () => void;
}

/** Asks for another time of a send that has not begun. */
export function MoveDialog({ startsAt, onMove, onClose }: Props) {
  const id = useId();
  const [at, setAt] = useState<string | null>(startsAt);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Move this send</DialogTitle>
      <DialogContent>
        <Suspense fallback={<Skeleton variant="rounded" height={64} animation={false} />}>
          <StartPicker at={at} onChange={setAt} />
        </Suspense>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep the time</Button>
        <Button variant="contained" disabled={at === null || at === startsAt} onClick={() => at !== null && onMove(at)}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}
