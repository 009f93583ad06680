import type { Attempt } from "@sendwright/core/attempt/attempt";
import type { CheckResult } from "@sendwright/core/check/types";
import { pluralize } from "@sendwright/core/pluralize";
import { Button } from "../../../components/Button.tsx";
import type { SendForm } from "../form/sendForm.ts";

/** The state of the button Send. */
export interface SendProps {
  isBusy: boolean;
  /** What became of the last click on Send. */
  status: Attempt["status"];
  onSend: () => void;
}

interface ButtonProps extends SendProps, Pick<SendForm, "tab" | "when"> {
  check: CheckResult | null;
}

/** The id of the line in the last card that says how many emails go to whom. */
export const WHAT_IS_SENT = "what-is-sent";

/**
 * Sends or schedules the emails that are ready. The words of Direct Send have no number: a line
 * above it says how many emails go to whom.
 */
export function SendButton({ tab, when, check, isBusy, status, onSend }: ButtonProps) {
  const ready = check?.summary.ready ?? 0;
  const isLater = when.kind === "later";
  const verb = isLater ? "Schedule" : "Send";
  const direct = isLater ? "Schedule Email(s)" : "Send Email(s)";
  // Until there is an answer, no one knows whether it is being sent.
  const busy = status === "lost" ? "Checking..." : isLater ? "Scheduling..." : "Sending...";
  const isAwaited = status === "asked" || status === "lost";
  const word = ready > 0 ? `${verb} ${pluralize(ready, "email")}` : verb;
  return (
    <Button
      variant="contained"
      onClick={onSend}
      disabled={isBusy}
      aria-describedby={tab === "direct" && ready > 0 ? WHAT_IS_SENT : undefined}
      data-send
    >
      {tab === "bulk" ? word : isAwaited ? busy : direct}
    </Button>
  );
}
