import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { AppError } from "@sendwright/core/contract";
import { useId } from "react";
import { ErrorNotice, Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useSaveSettings, useSettings } from "../../data/account.ts";
import styles from "./AccountMenu.module.css";
import { HoursField } from "./HoursField.tsx";

/** What a person settles for the account; each change is kept at once. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data: settings, error, isFetching, refetch } = useSettings();
  const save = useSaveSettings();
  // A change shows at once; what could not be saved goes back.
  const changing = save.isPending ? save.variables : {};
  const isHeld = changing.undo_send ?? settings?.undo_send ?? true;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Settings</DialogTitle>
      <DialogContent>
        {!settings && !error && <Loading what="your settings" heights={[160]} />}
        {!settings && error && <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />}
        {settings && (
          <div className={styles.settings}>
            {settings.unreadable && (
              <Notice variant="warning">
                Your settings can't be read. The defaults are shown. If you change a setting, they replace your saved
                settings.
              </Notice>
            )}
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={isHeld}
                onChange={(event) => save.mutate({ undo_send: event.target.checked })}
              />
              Wait 10 seconds before sending, so you can undo
            </label>
            <HoursField
              hours={changing.hours ?? settings.hours}
              onChange={(hours, timeZone) => save.mutate({ hours, ...(timeZone && { time_zone: timeZone }) })}
            />
            {save.error && (
              <ErrorNotice
                message={save.error.message}
                requestId={save.error instanceof AppError ? save.error.requestId : undefined}
              />
            )}
          </div>
        )}
        <p role="status" className={styles.soft}>
          {save.isPending ? "Saving…" : save.isSuccess ? "Saved." : ""}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
