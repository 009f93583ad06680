import Button from "@mui/material/Button";
import { correctedRows, toCorrect } from "@sendwright/core/sends/correctable";
import type { SendProgress } from "../../data/fetchProgress.ts";
import { withCommas } from "../../lib/pluralize.ts";
import { useCorrect } from "./useCorrect.ts";

/** Brings the people a bulk send didn't reach, and its email, into Bulk Send to be corrected. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, correct } = useCorrect(send);
  const people = toCorrect(results, correctedRows(send)).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  return (
    <Button size="small" disabled={!isReady} onClick={correct}>
      {/* Shown beside the button that sends a canceled email to them unchanged. */}
      {send.cancelled > 0 ? "Change it first" : `Correct ${who} who did not get it`}
    </Button>
  );
}
