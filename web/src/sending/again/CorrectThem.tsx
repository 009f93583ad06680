import Button from "@mui/material/Button";
import type { Corrections, Send } from "@sendwright/functions/contract";
import { correctedRows, toCorrect } from "@sendwright/functions/core";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useCorrections } from "../../data/corrections.ts";
import type { SendProgress } from "../../data/look.ts";
import { useSendList } from "../../data/sends.ts";
import { withCommas } from "../../lib/counted.ts";
import { kindAndPeople, sendWhen } from "../sendHeading.ts";
import { sentSince } from "./sentSince.ts";
import { useAgain } from "./useAgain.ts";

const NOBODY = "Nobody of this send is left to correct.";

/** Who was corrected before may have the mail under an address that the send does not know. */
const questionOf = (since: Send) => ({
  title: "Has somebody of them got it since?",
  text: `This mail went out again ${sendWhen(since, Date.now())} (${kindAndPeople(since)}). Who was corrected then stands in the table once more: take out whoever has it.`,
  action: "Go on to the table",
});

/** Takes who did not get a bulk send, and the same mail, into Bulk Send, where they are put right. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, take } = useAgain(send);
  const { mutate, isPending } = useCorrections(send.id);
  const toast = useToast();
  const confirm = useConfirm();
  const { data: list } = useSendList();
  const people = toCorrect(results, correctedRows(send)).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  // Beside the button that sends a cancelled mail after all to everybody else who did not get it.
  const whoElse = people === 1 ? "was left out" : "were left out";
  const begin = async (corrections: Corrections) => {
    if (corrections.rows.length === 0) return toast(NOBODY, { variant: "info" });
    const since = sentSince(send, list?.sends ?? []);
    if (since === null || (await confirm(questionOf(since)))) await take(corrections);
  };
  const correct = () =>
    mutate(undefined, {
      onSuccess: (corrections) => void begin(corrections),
      onError: (error) => toast(error.message, { variant: "danger" }),
    });
  return (
    <Button size="small" disabled={!isReady || isPending} onClick={correct}>
      Correct {who} who {send.cancelled > 0 ? whoElse : "did not get it"}
    </Button>
  );
}
