import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { signatureProblem } from "@sendwright/core/body/length";
import { AppError, type HoursOfDay } from "@sendwright/core/contract";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { COPY_WORDS, readAddresses } from "@sendwright/core/recipients/copies";
import { useId, useState } from "react";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { CheckField } from "../../components/CheckField.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { ErrorNotice, Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useMoreBelow } from "../../components/MoreBelow.tsx";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";
import { SelectField } from "../../components/SelectField.tsx";
import { useSaveSettings, useSettings } from "../../data/accountQueries.ts";
import { afterPress } from "../../lib/afterPress.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import { clockTime } from "../../lib/when.ts";
import styles from "./AccountMenu.module.css";

const DISCARD = {
  title: "Discard changes?",
  text: "Your changes to the signature haven't been saved.",
  action: "Discard changes",
  cancel: "Keep editing",
};

/** The account's settings; each change saves at once, and the signature with its button. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data: settings, error, isFetching, refetch } = useSettings();
  const save = useSaveSettings();
  // A change shows at once, and goes back if it could not be saved.
  const changing = save.isPending ? save.variables : {};
  // The signature as edited and not saved yet; null if unchanged.
  const [edited, setEdited] = useState<string | null>(null);
  const signature = edited ?? settings?.signature ?? "";
  const hasUnsaved = edited !== null && edited !== settings?.signature;
  const confirm = useConfirm();
  const isPasting = usePasting();
  const mayGo = async () => !isPasting && (!hasUnsaved || (await confirm(DISCARD)));
  const close = async () => {
    if (await mayGo()) onClose();
  };
  useLeaveGuard({ hasUnsaved: () => hasUnsaved || isPasting, isLostAt: () => true, ask: mayGo });
  const more = useMoreBelow();
  const isHeld = changing.undo_send ?? settings?.undo_send ?? true;
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Settings</DialogTitle>
      <DialogContent>
        {!settings && !error && <Loading what="your settings" heights={[160]} />}
        {!settings && error && (
          <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />
        )}
        {settings && (
          <div className={styles.settings}>
            {settings.unreadable && (
              <Notice variant="warning">
                Your settings can't be read. The defaults are shown. If you change a setting, they
                replace your saved settings.
              </Notice>
            )}
            <CheckField checked={isHeld} onChange={(undo_send) => save.mutate({ undo_send })}>
              Wait 10 seconds before sending, so you can undo
            </CheckField>
            <HoursField
              hours={changing.hours ?? settings.hours}
              onChange={(hours, timeZone) =>
                save.mutate({ hours, ...(timeZone && { time_zone: timeZone }) })
              }
            />
            <RepliesField
              key={settings.reply_to}
              saved={settings.reply_to}
              onChange={(reply_to) => save.mutate({ reply_to })}
            />
            <SignatureField
              text={signature}
              onChange={setEdited}
              onSave={
                hasUnsaved
                  ? () => save.mutate({ signature }, { onSuccess: () => setEdited(null) })
                  : null
              }
              disabled={changing.signature !== undefined}
              isPasting={isPasting}
            />
            {save.error && (
              <ErrorNotice
                message={save.error.message}
                requestId={save.error instanceof AppError ? save.error.requestId : undefined}
              />
            )}
          </div>
        )}
        <p role="status" className="hint">
          {save.isPending ? "Saving…" : save.isSuccess ? "Saved." : ""}
        </p>
        {more.end}
      </DialogContent>
      <DialogActions>
        {more.button}
        <Button onClick={() => void close()} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Where replies go unless a template or a send says otherwise; saved when you leave the field. */
function RepliesField({ saved, onChange }: { saved: string; onChange: (replyTo: string) => void }) {
  const [text, setText] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = (now: string) => {
    const read = readAddresses(now, COPY_WORDS.replyTo);
    afterPress(() => setProblem(read.problem));
    if (read.problem === null && now.trim() !== saved) onChange(now.trim());
  };
  const use = (now: string) => {
    setText(now);
    leave(now);
  };
  return (
    <AddressQuestion text={text} onUse={use}>
      <TextField
        fullWidth
        label={COPY_WORDS.replyTo}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => leave(text)}
        error={problem !== null}
        helperText={
          problem ??
          "Replies go to this address. Leave it blank to use your Gmail address. A template can override it."
        }
      />
    </AddressQuestion>
  );
}

interface SignatureProps {
  text: string;
  onChange: (signature: string) => void;
  /** Saves it; null if there is nothing to save. */
  onSave: (() => void) | null;
  disabled: boolean;
  isPasting: boolean;
}

/** The text below every email. */
function SignatureField({ text, onChange, onSave, disabled, isPasting }: SignatureProps) {
  const problem = signatureProblem(text);
  return (
    <div className="stack gap-8">
      <RichTextEditor
        label="Signature"
        isLiteral
        value={text}
        onChange={onChange}
        disabled={disabled}
        error={problem ?? undefined}
        notes={
          <span className="hint">
            We add it below every email, unless its template says otherwise.
          </span>
        }
      />
      <div>
        <Button
          size="small"
          disabled={onSave === null || problem !== null || disabled || isPasting}
          onClick={() => onSave?.()}
        >
          Save signature
        </Button>
      </div>
    </div>
  );
}

interface Props {
  hours: HoursOfDay;
  /** `timeZone`: the time zone of these hours. */
  onChange: (hours: HoursOfDay, timeZone: string | undefined) => void;
}

/** A whole hour from 0 to 24 on the reader's kind of clock. */
function hourWord(hour: number): string {
  return hour === 24 ? "midnight" : clockTime(new Date(2026, 0, 5, hour).toISOString());
}

function hoursBetween(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return { value: String(hour), word: hourWord(hour) };
  });
}

/**
 * Chooses the hours in which a send resumes after the daily limit paused it. Offers only hours that
 * we can keep.
 */
function HoursField({ hours, onChange }: Props) {
  const zone = ownTimeZone();
  const { from, to } = hours;
  return (
    <fieldset className={`bare stack ${styles.hours}`}>
      <legend>Resume paused sends between</legend>
      <div className={styles.fromTo}>
        <SelectField
          id="hours-from"
          label="From"
          value={String(from)}
          options={hoursBetween(0, to - 1)}
          onChange={(hour) => hour !== null && onChange({ from: Number(hour), to }, zone)}
        />
        <SelectField
          id="hours-to"
          label="To"
          value={String(to)}
          options={hoursBetween(from + 1, 24)}
          onChange={(hour) => hour !== null && onChange({ from, to: Number(hour) }, zone)}
        />
      </div>
      <p className="hint">
        In your time zone{zone === undefined ? "" : `, ${zone.replaceAll("_", " ")}`}. This applies
        to sends paused by the daily limit. Sends that you start or schedule go out at any hour. A
        change doesn't affect sends in progress.
      </p>
    </fieldset>
  );
}
