import Button from "@mui/material/Button";
import { isOpen } from "@sendwright/core/sends/counts";
import { useToast } from "../../components/Toasts.tsx";
import { useReceivers } from "../../data/correctionQueries.ts";
import type { SendProgress } from "../../data/fetchProgress.ts";
import { pluralize } from "../../lib/pluralize.ts";
import { peopleAgain } from "./peopleAgain.ts";
import { useAgain } from "./useAgain.ts";

/** Makes everyone who received a send, with their values, the list of another email, as long as they are stored. */
export function WriteToThem({ progress: { send } }: { progress: SendProgress }) {
  const { isReady, isFree, writeTo } = useAgain(send);
  const { mutateAsync, isPending } = useReceivers(send.id);
  const toast = useToast();
  const { sent } = send.counts;
  if (sent === 0 || isOpen(send)) return null;
  const write = async () => {
    if (!isFree()) return;
    try {
      const { corrections: _, ...people } = peopleAgain(send.id, await mutateAsync());
      // This corrects no one: it is another email.
      writeTo({ ...people, isCorrection: false });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { variant: "danger" });
    }
  };
  return (
    <Button size="small" disabled={!isReady || isPending} onClick={() => void write()}>
      Write to the {pluralize(sent, "person", "people")} who received it
    </Button>
  );
}
