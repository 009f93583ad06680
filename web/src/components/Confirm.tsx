import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { createContext, type ReactNode, useCallback, useContext, useId, useState } from "react";

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

interface Question {
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
}

/** Holds the one question that a page may ask at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, answer: resolve });
        setOpen(true);
      }),
    [],
  );
  const answer = (yes: boolean) => {
    setOpen(false);
    asked?.answer(yes);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog question={asked.question} open={open} onAnswer={answer} />}
    </ConfirmContext>
  );
}

/** The function that asks: `if (await confirm({title, text, action: "Delete"})) …`. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it.");
  return ask;
}

interface ConfirmQuestion {
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

/** A question before something that cannot be taken back. Escape and the backdrop mean no; the focus begins on no. */
function ConfirmDialog({ question, open, onAnswer }: Props) {
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
        <Button variant="contained" color={danger ? "error" : "primary"} onClick={() => onAnswer(true)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
