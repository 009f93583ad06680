import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { BusyWord } from "../../components/BusyWord.tsx";
import { Button } from "../../components/Button.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { writtenWords } from "../../components/WrittenText.tsx";
import { type RetriedRows, type SendChange, useControlSend } from "../../data/controlSend.ts";
import { receivedOf } from "../../data/receivers.ts";
import { useReconnect } from "../../data/reconnect.ts";
import { noteSend, progressKey } from "../../data/sendProgress.ts";
import { SENDS_KEY } from "../../data/sendQueries.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { type UndoResult, undoHeldSend } from "../../data/undoHeldSend.ts";
import { isLost } from "../../lib/isLost.ts";
import { namedTime } from "../../lib/when.ts";
import { useCorrect } from "../again/useCorrect.ts";
import { LATE, UNDONE } from "../attemptMessages.ts";
import { useIsUnanswered, useSendingContext } from "../SendingProvider.tsx";
import { type ChosenStart, StartChoice } from "../StartChoice.tsx";

/**
 * Milliseconds to wait before asking again after a lost answer. Then the page reports it, and you
 * can click once more.
 */
const WAITS = [500, 1_500];

/** A loop instead of the mutation's `retry`, which pauses in a hidden tab, but the hold doesn't. */
async function undoPatiently(id: string): Promise<UndoResult> {
  for (const wait of WAITS) {
    try {
      return await undoHeldSend(id);
    } catch (error) {
      if (!isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return await undoHeldSend(id);
}

/** Undoes a held send in the list, no matter which browser tab started it. */
function useUndo({ id }: Pick<Send, "id">, onUndone?: () => void) {
  const toast = useToast();
  const { account, sendings } = useSendingContext();
  const { cache } = account;
  const { mutate, isPending } = useMutation({
    mutationFn: () => undoPatiently(id),
    onSuccess: (undone) => {
      if (undone.is === "late") {
        if (undone.send) noteSend(cache, undone.send);
        toast(LATE, { variant: "warning" });
        return;
      }
      const isOurs = sendings.map((sending) => sending.onUndoneElsewhere(id)).includes(true);
      onUndone?.();
      cache.removeQueries({ queryKey: progressKey(id) });
      // The sending of this page says it itself.
      if (!isOurs) toast(UNDONE, { variant: "info" });
    },
    onError: (error) => toast(error.message, { variant: "danger" }),
    onSettled: () => cache.invalidateQueries({ queryKey: SENDS_KEY }),
  });
  return { undo: () => mutate(), isUndoing: isPending };
}

interface UndoProps {
  send: Send;
  onUndone?: (() => void) | undefined;
}

/**
 * Undoes a held send. Waits while this page's own call for it is unanswered, because that could
 * still start it again.
 */
export function UndoButton({ send, onUndone }: UndoProps) {
  const { undo, isUndoing } = useUndo(send, onUndone);
  const isUnanswered = useIsUnanswered(send.id);
  return (
    <Button size="small" variant="outlined" disabled={isUndoing || isUnanswered} onClick={undo}>
      <BusyWord isBusy={isUndoing} word="Undo" busyWord="Undoing…" />
      <span className="unseen"> {writtenWords(send.title ?? "this send")}</span>
    </Button>
  );
}

/**
 * Changes a send. A toast shows a failure on any screen. `onDone` is called after a success.
 * `retry` throws the server's refusal, and leaves `already_received` to its caller.
 */
export function useControls(id: string) {
  const toast = useToast();
  const control = useControlSend(id, (error) => {
    if (!receivedOf(error)) toast(error.message, { variant: "danger" });
  });
  return {
    isBusy: control.isPending,
    retry: (rows: RetriedRows) => control.mutateAsync({ control: "retry", ...rows }),
    change: (change: SendChange, onDone?: () => void) =>
      control.mutate(change, onDone && { onSuccess: onDone }),
  };
}

function Reconnect({ email }: { email: string }) {
  const { isReady, isPending, start, error } = useReconnect(email);
  return (
    <>
      <Button size="small" variant="contained" onClick={start} disabled={!isReady || isPending}>
        {isPending ? "Connecting" : "Reconnect Google"}
      </Button>
      {error && <span>{error.message}</span>}
    </>
  );
}

/** The start time of a send that hasn't started. */
function Start({
  send,
  controls: { change, isBusy },
}: {
  send: Send;
  controls: ReturnType<typeof useControls>;
}) {
  const confirm = useConfirm();
  const [isMoving, setMoving] = useState(false);
  const { suppressed } = useSuppressedKeys(true);
  const sendNow = async () => {
    const emails = pluralize(send.counts.queued, "email");
    const skips = suppressed?.size ? " People you don't email are skipped." : "";
    const yes = await confirm({
      title: `Send ${emails} now?`,
      text: `It was scheduled for ${namedTime(send.starts_at, Date.now())}.${skips} You can't undo this.`,
      action: `Send ${emails} now`,
      danger: false,
    });
    if (yes) change({ control: "move", startAt: "now" });
  };
  return (
    <>
      {send.title !== null && <EditIt send={send} />}
      <Button size="small" disabled={isBusy} onClick={() => setMoving(true)}>
        Change the time
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void sendNow()}>
        Send now
      </Button>
      {isMoving && (
        <MoveDialog
          startsAt={send.starts_at}
          onClose={() => setMoving(false)}
          onMove={(startAt) => {
            setMoving(false);
            change({ control: "move", startAt });
          }}
        />
      )}
    </>
  );
}

interface Props {
  send: Send;
  email: string;
  /** It was undone: there is nothing left to show. */
  onUndone?: () => void;
}

/** The actions for a send in progress. */
export function SendControls({ send, email, onUndone }: Props) {
  const confirm = useConfirm();
  const controls = useControls(send.id);
  const { change, isBusy } = controls;
  const left = send.counts.queued + send.counts.sending;
  const isBefore = send.started_at === null;
  const isStopped = send.pause_reason === "stopped";
  const cancel = async () => {
    const yes = await confirm({
      title: "Cancel this send?",
      text: isBefore
        ? `${pluralize(left, "email")} won't be sent. None have been sent yet.`
        : // A number would be wrong as soon as the next email goes out.
          "Emails that haven't been sent yet won't be sent. Those that have can't be recalled.",
      action: "Cancel the send",
      cancel: "Keep it",
    });
    if (yes) change({ control: "cancel" });
  };
  if (holdOf(send, Date.now())) return <UndoButton send={send} onUndone={onUndone} />;
  if (send.state === "cancelled" || send.state === "done") return null;
  return (
    <>
      {send.state === "paused" && send.pause_reason === "reconnect" && <Reconnect email={email} />}
      {send.state === "paused" && send.pause_reason !== "reconnect" && !isStopped && (
        <Button
          size="small"
          variant="contained"
          disabled={isBusy}
          onClick={() => change({ control: "resume" })}
        >
          Resume
        </Button>
      )}
      {send.state === "scheduled" && <Start send={send} controls={controls} />}
      {send.state !== "scheduled" &&
        (send.state !== "paused" || send.pause_reason === "quota" || isStopped) && (
          <Button size="small" disabled={isBusy} onClick={() => change({ control: "pause" })}>
            Pause
          </Button>
        )}
      <Button size="small" color="error" disabled={isBusy} onClick={() => void cancel()}>
        Cancel
      </Button>
    </>
  );
}

/** Opens a scheduled send in Bulk Send, with its people and its time. */
function EditIt({ send }: { send: Send }) {
  const { isReady, correct } = useCorrect(send);
  if (send.kind !== "csv" && send.kind !== "manual") return null;
  return (
    <Button size="small" disabled={!isReady} onClick={correct}>
      Edit
    </Button>
  );
}

/** A dialog in the middle of the window would move its choices when fields appear below them. */
const GROWS_DOWNWARD = {
  "& .MuiDialog-container": { alignItems: "flex-start" },
  "& .MuiDialog-paper": { marginBlockStart: "max(8px, 25vh - 64px)" },
};

interface MoveDialogProps {
  /** Its current start time, ISO. */
  startsAt: string;
  /** `startAt` is an ISO time, or "now". */
  onMove: (startAt: string) => void;
  onClose: () => void;
}

/** Asks for another start time for a send that hasn't started. */
function MoveDialog({ startsAt, onMove, onClose }: MoveDialogProps) {
  const id = useId();
  // Until you choose one, it follows the send, which another tab can move.
  const [chosen, setChosen] = useState<ChosenStart | null>(null);
  const when: ChosenStart = chosen ?? { kind: "later", at: startsAt };
  const startAt = when.kind === "now" ? "now" : when.at;
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id} sx={GROWS_DOWNWARD}>
      <DialogTitle id={id}>Change the time</DialogTitle>
      <DialogContent>
        <StartChoice when={when} onChange={setChosen} />
        {when.kind === "now" && <p>You can't undo this.</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep the time</Button>
        <Button
          variant="contained"
          disabled={startAt === null || startAt === startsAt}
          onClick={() => startAt !== null && onMove(startAt)}
        >
          {when.kind === "now" ? "Send now" : "Change the time"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
