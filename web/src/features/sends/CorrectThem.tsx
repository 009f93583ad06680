import Button from "@mui/material/Button";
import { toCorrect } from "@sendwright/functions/core";
import { useToast } from "../../components/Toasts.tsx";
import { useCorrections } from "../../data/corrections.ts";
import type { SendProgress } from "../../data/look.ts";
import { withCommas } from "../../lib/counted.ts";
import { useAgain } from "./useAgain.ts";

const NOBODY = "Nobody of this send is left to correct.";

/** Takes who did not get a bulk send, and the same mail, into Bulk Send, where they are put right. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, take } = useAgain(send);
  const { mutate, isPending } = useCorrections(send.id);
  const toast = useToast();
  const people = toCorrect(results).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  // Beside the button that sends a cancelled mail after all to everybody else who did not get it.
  const whoElse = people === 1 ? "was left out" : "were left out";
  const correct = () =>
    mutate(undefined, {
      onSuccess: (corrections) =>
        corrections.rows.length > 0 ? void take(corrections) : toast(NOBODY, { variant: "info" }),
      onError: (error) => toast(error.message, { variant: "danger" }),
    });
  return (
    <Button size="small" disabled={!isReady || isPending} onClick={correct}>
      Correct {who} who {send.cancelled > 0 ? whoElse : "did not get it"}
    </Button>
  );
}
