import Button from "@mui/material/Button";
import type { Send } from "@sendwright/functions/contract";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useReconnect } from "../../data/reconnect.ts";
import { type SendControl, useControlSend } from "../../data/sends.ts";
import { counted } from "../../lib/counted.ts";

/** Gives the function that changes a send; a failure is said wherever the person is by then. `onDone` hears of a success. */
export function useControls(id: string) {
  const toast = useToast();
  const control = useControlSend(id, (error) => toast(error.message, { variant: "danger" }));
  return {
    isBusy: control.isPending,
    change: (what: SendControl, { rows, onDone }: { rows?: number[]; onDone?: () => void } = {}) =>
      control.mutate({ control: what, ...(rows && { rows }) }, onDone && { onSuccess: onDone }),
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

interface Props {
  send: Send;
  email: string;
}

/** What a person can do with a send that goes on. */
export function SendControls({ send, email }: Props) {
  const confirm = useConfirm();
  const { change, isBusy } = useControls(send.id);
  const left = send.counts.queued + send.counts.sending;
  const cancel = async () => {
    const yes = await confirm({
      title: "Cancel this send?",
      text: `${counted(left, "email")} will not be sent. What has gone out cannot be taken back.`,
      action: "Cancel the send",
      cancel: "Keep it",
    });
    if (yes) change("cancel");
  };
  if (send.state === "cancelled" || send.state === "done") return null;
  return (
    <>
      {send.state === "paused" && send.pause_reason === "reconnect" && <Reconnect email={email} />}
      {send.state === "paused" && send.pause_reason !== "reconnect" && (
        <Button size="small" variant="contained" disabled={isBusy} onClick={() => change("resume")}>
          Resume
        </Button>
      )}
      {(send.state !== "paused" || send.pause_reason === "quota") && (
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
