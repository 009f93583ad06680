import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, useState } from "react";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./preview.module.css";
import { RowPreview } from "./RowPreview.tsx";

/** Whether the window is too narrow for the email beside the form. `columns.module.css` has the same width. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(width < 1200px)", { noSsr: true });
}

/** The email beside the form. In a narrow window it is a sheet over the form that each preview request opens. */
export function PreviewPlace({ state }: { state: SendFormState }) {
  const { previewsAsked } = state;
  const id = useId();
  const isNarrow = useIsNarrow();
  const [seen, setSeen] = useState(previewsAsked);
  const close = () => setSeen(previewsAsked);
  // Narrowing the window doesn't open the sheet.
  if (!isNarrow && seen !== previewsAsked) close();
  if (!isNarrow) return <RowPreview state={state} />;
  return (
    <Dialog
      open={seen !== previewsAsked}
      onClose={close}
      className={styles.sheet ?? ""}
      fullWidth
      maxWidth={false}
      aria-labelledby={id}
    >
      <h2 id={id} className="unseen">
        Email preview
      </h2>
      <DialogContent>
        <RowPreview state={state} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
