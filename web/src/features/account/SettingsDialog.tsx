import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import type { Settings } from "@sendwright/core/contract";
import { useId, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { CheckField } from "../../components/CheckField.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useMoreBelow } from "../../components/MoreBelow.tsx";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { useSettings } from "../../data/accountQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import styles from "./Settings.module.css";
import { HoursField, RepliesField, repliesEdit, SignatureField } from "./SettingsFields.tsx";
import { useSettingsEdits } from "./useSettingsEdits.ts";

const WORDS: Readonly<Partial<Record<keyof Settings, string>>> = {
  undo_send: "wait before sending",
  hours: "hours",
  reply_to: "Reply-To",
  signature: "signature",
};

/** The question before these edits are lost. */
function discard(names: readonly (keyof Settings)[]) {
  return {
    title: "Discard changes?",
    text: `Not saved: ${names.flatMap((name) => WORDS[name] ?? []).join(", ")}.`,
    action: "Discard changes",
    cancel: "Keep editing",
  };
}

/**
 * The account's settings. A choice saves at once, addresses when you leave their field, and the
 * signature with its button.
 */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data: saved, error, isFetching, refetch } = useSettings();
  const form = useSettingsEdits(saved);
  const { edits, edit, save } = form;
  const confirm = useConfirm();
  const isPasting = usePasting();
  const isLeaving = useRef(false);
  const mayGo = async () => {
    if (isPasting || isLeaving.current) return false;
    // The question takes the focus from the field.
    isLeaving.current = true;
    try {
      const names = await save({});
      return names.length === 0 || (await confirm(discard(names)));
    } finally {
      isLeaving.current = false;
    }
  };
  const close = async () => {
    if (await mayGo()) onClose();
  };
  useLeaveGuard({
    hasUnsaved: () => form.hasUnsaved || isPasting,
    isLostAt: () => true,
    ask: mayGo,
  });
  const more = useMoreBelow();
  const settings = saved && { ...saved, ...edits };
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Settings</DialogTitle>
      <DialogContent>
        {!settings && !error && <Loading what="your settings" heights={[160]} />}
        {!settings && error && (
          <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />
        )}
        {saved && settings && (
          <div className={styles.settings}>
            {settings.unreadable && (
              <Notice variant="warning">
                Your settings can't be read. The defaults are shown. If you change a setting, they
                replace your saved settings.
              </Notice>
            )}
            <CheckField
              checked={settings.undo_send}
              onChange={(undo_send) => void save({ undo_send })}
            >
              Wait 10 seconds before sending, so you can undo
            </CheckField>
            <HoursField
              hours={settings.hours}
              onChange={(hours, timeZone) =>
                void save({ hours, ...(timeZone && { time_zone: timeZone }) })
              }
            />
            <RepliesField
              text={settings.reply_to}
              onChange={(reply_to) => edit({ reply_to })}
              onLeave={() => {
                if (!isLeaving.current) void save(repliesEdit(edits.reply_to));
              }}
              onUse={(text) => {
                edit({ reply_to: text });
                void save(repliesEdit(text));
              }}
            />
            <SignatureField
              text={settings.signature}
              isEdited={settings.signature !== saved.signature}
              onChange={(signature) => edit({ signature })}
              onSave={() => void save({ signature: settings.signature })}
            />
          </div>
        )}
        {more.end}
      </DialogContent>
      <div className={styles.outcome}>
        {form.error && <QueryFailure error={form.error} refetch={() => void save()} />}
      </div>
      <DialogActions>
        {/* A line of its own would move the buttons above. */}
        <p role="status" className={`hint ${styles.status}`}>
          {form.isSaving ? "Saving…" : form.isSaved && !form.hasUnsaved ? "Saved." : ""}
        </p>
        {more.button}
        <Button onClick={() => void close()} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
