import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { useAgain } from "../../sending/again/useAgain.ts";

/** Takes the same email and settings into Bulk Send, for a new list. */
export function UseAgain({ send }: { send: Send }) {
  const { isReady, isFree, put } = useAgain(send);
  const take = async () => {
    if (isFree()) put();
  };
  return (
    <Button size="small" disabled={!isReady} onClick={() => void take()}>
      Use again
    </Button>
  );
}
