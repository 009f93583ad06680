import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState } from "react";
import { type Beginning, StartChoice } from "../StartChoice.tsx";

interface Props {
  /** When it begins as things stand, ISO time. */
  startsAt: string;
  /** `startAt` is an ISO time; undefined for now. */
  onMove: (startAt: string | undefined) => void;
  onClose: () => void;
}

/** Asks for another time of a send that has not begun. */
export function MoveDialog({ startsAt, onMove, onClose }: Props) {
  const id = useId();
  const [when, setWhen] = useState<Beginning>({ kind: "later", at: startsAt });
  const isSame = when.kind === "later" && (when.at === null || when.at === startsAt);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Move this send</DialogTitle>
      <DialogContent>
        <StartChoice when={when} onChange={setWhen} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep the time</Button>
        <Button
          variant="contained"
          disabled={isSame}
          onClick={() => onMove(when.kind === "now" ? undefined : (when.at ?? undefined))}
        >
          {when.kind === "now" ? "Send now" : "Move"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
