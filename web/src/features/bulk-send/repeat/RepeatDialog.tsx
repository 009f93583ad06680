import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { counted } from "../../../lib/counted.ts";
import { repeatQuestion } from "./repeatMessages.ts";
import type { RepeatGuard } from "./useRepeatGuard.ts";

/** Asks whether the same people should get the same mail again, or only those who have not got it. */
export function RepeatDialog({ guard: { asked } }: { guard: RepeatGuard }) {
  if (!asked) return null;
  const { repeat, ready, answer } = asked;
  const others = ready - repeat.rows.length;
  return (
    <Dialog
      open
      onClose={() => answer("cancel")}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby="repeat-title"
      aria-describedby="repeat-text"
    >
      <DialogTitle id="repeat-title">Send the same mail again?</DialogTitle>
      <DialogContent id="repeat-text">{repeatQuestion(repeat, ready, Date.now())}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={() => answer("cancel")}>
          Cancel
        </Button>
        {others > 0 && (
          <Button onClick={() => answer("leave_out")}>Only to the {counted(others, "other", "others")}</Button>
        )}
        <Button variant="contained" onClick={() => answer("send")}>
          Send again
        </Button>
      </DialogActions>
    </Dialog>
  );
}
