import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { useId, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { receivedOf } from "../../data/receivedQueries.ts";
import { useReconnect } from "../../data/reconnect.ts";
import { type ControlDetails, type SendControl, useControlSend } from "../../data/sendQueries.ts";
import { pluralize } from "../../lib/pluralize.ts";
import { useCorrect } from "../again/useCorrect.ts";
import { type Beginning, StartChoice } from "../StartChoice.tsx";
import { dayAndTime } from "../when.ts";
import { UndoButton } from "./UndoButton.tsx";

/**
 * Changes a send. A toast shows a failure on any screen. `onDone` is called after a success. `retry` throws the
 * server's refusal, and leaves `already_received` to its caller.
 */
export function useControls(id: string) {
  const toast = useToast();
  const control = useControlSend(id, (error) => {
    if (!receivedOf(error)) toast(error.message, { variant: "danger" });
  });
  return {
    isBusy: control.isPending,
    retry: (details: ControlDetails) => control.mutateAsync({ control: "retry", ...details }),
    change: (
      what: Exclude<SendControl, "retry">,
      { onDone, ...details }: ControlDetails & { onDone?: () => void } = {},
    ) => control.mutate({ control: what, ...details }, onDone && { onSuccess: onDone }),
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
function Start({ send, controls: { change, isBusy } }: { send: Send; controls: ReturnType<typeof useControls> }) {
  const confirm = useConfirm();
  const [isMoving, setMoving] = useState(false);
  const sendNow = async () => {
    const emails = pluralize(send.counts.queued, "email");
    const yes = await confirm({
      title: `Send ${emails} now?`,
      text: `It was scheduled for ${dayAndTime(send.starts_at, Date.now())}.`,
      action: `Send ${emails} now`,
      danger: false,
    });
    if (yes) change("move");
  };
  return (
    <>
      {send.title !== null && <ChangeIt send={send} />}
      <Button size="small" disabled={isBusy} onClick={() => setMoving(true)}>
        Move
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
            change("move", startAt === undefined ? {} : { startAt });
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
    if (yes) change("cancel");
  };
  if (holdOf(send, Date.now())) return <UndoButton send={send} onUndone={onUndone} />;
  if (send.state === "cancelled" || send.state === "done") return null;
  return (
    <>
      {send.state === "paused" && send.pause_reason === "reconnect" && <Reconnect email={email} />}
      {send.state === "paused" && send.pause_reason !== "reconnect" && (
        <Button size="small" variant="contained" disabled={isBusy} onClick={() => change("resume")}>
          Resume
        </Button>
      )}
      {send.state === "scheduled" && <Start send={send} controls={controls} />}
      {send.state !== "scheduled" && (send.state !== "paused" || send.pause_reason === "quota") && (
        <Button size="small" disabled={isBusy} onClick={() => change("pause")}>
          Pause
        </Button>
      )}
      <Button size="small" color="error" disabled={isBusy} onClick={() => void cancel()}>
        Cancel
      </Button>
    </>
  );
}

/** Unschedules a bulk send that hasn't started, and moves it back into Bulk Send with its people. */
function ChangeIt({ send }: { send: Send }) {
  const { isReady, correct } = useCorrect(send);
  const confirm = useConfirm();
  if (send.kind !== "csv" && send.kind !== "manual") return null;
  const change = async () => {
    const yes = await confirm({
      title: "Change this send?",
      text: `This unschedules it and reopens it in Bulk Send with its ${pluralize(send.counts.queued, "person", "people")}. Nothing is sent until you click Send there.`,
      action: "Change it",
      cancel: "Keep it",
      danger: false,
    });
    if (yes) correct();
  };
  return (
    <Button size="small" disabled={!isReady} onClick={() => void change()}>
      Change
    </Button>
  );
}

interface MoveDialogProps {
  /** Its current start time, ISO. */
  startsAt: string;
  /** `startAt` is an ISO time; undefined for now. */
  onMove: (startAt: string | undefined) => void;
  onClose: () => void;
}

/** Asks for another start time for a send that hasn't started. */
function MoveDialog({ startsAt, onMove, onClose }: MoveDialogProps) {
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
