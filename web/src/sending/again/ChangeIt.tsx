import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { useConfirm } from "../../components/Confirm.tsx";
import { counted } from "../../lib/counted.ts";
import { useCorrect } from "./useCorrect.ts";

/** Takes a bulk send that has not begun off its schedule and back into Bulk Send, with its people. */
export function ChangeIt({ send }: { send: Send }) {
  const { isReady, correct } = useCorrect(send);
  const confirm = useConfirm();
  if (send.kind !== "csv" && send.kind !== "manual") return null;
  const change = async () => {
    const yes = await confirm({
      title: "Change this send?",
      text: `It is cancelled, and its mail and ${counted(send.counts.queued, "person", "people")} come back into Bulk Send. Nothing goes out until you send it from there.`,
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
