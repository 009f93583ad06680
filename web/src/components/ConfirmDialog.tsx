import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";
import { Button } from "./Button.tsx";

export interface ConfirmQuestion {
  title: string;
  text: ReactNode;
  /** The word on the button that says yes: what will happen, e.g. "Delete template". */
  action: string;
  /** The word on the other button. */
  cancel?: string;
  /** Whether yes destroys something. */
  danger?: boolean;
}

interface Props {
  question: ConfirmQuestion;
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/**
 * A question before something that cannot be taken back. Escape and the backdrop mean no; the focus
 * begins on no.
 */
export default function ConfirmDialog({ question, open, onAnswer }: Props) {
  const id = useId();
  const { title, text, action, cancel = "Cancel", danger = true } = question;
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`}>{text}</DialogContent>
      <DialogActions>
        <Button onClick={() => onAnswer(false)} autoFocus>
          {cancel}
        </Button>
        <Button
          variant="contained"
          color={danger ? "error" : "primary"}
          onClick={() => onAnswer(true)}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
