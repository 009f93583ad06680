import Button from "@mui/material/Button";
import type { CheckResult } from "@sendwright/core/check/types";
import { pluralize } from "@sendwright/core/pluralize";
import type { SendForm } from "../form/sendForm.ts";

/** The state of the button Send. */
export interface SendProps {
  isBusy: boolean;
  /** Whether the outcome of the last click on Send is unknown. */
  isSending: boolean;
  onSend: () => void;
}

interface ButtonProps extends SendProps {
  form: SendForm;
  check: CheckResult | null;
}

/** Sends or schedules the emails that are ready. */
export function SendButton({ form, check, isBusy, isSending, onSend }: ButtonProps) {
  const ready = check?.summary.ready ?? 0;
  const isLater = form.when.kind === "later";
  const verb = isLater ? "Schedule" : "Send";
  const direct = isLater ? "Schedule Email(s)" : "Send Email(s)";
  const word = ready > 0 ? `${verb} ${pluralize(ready, "email")}` : verb;
  return (
    <Button variant="contained" onClick={onSend} disabled={isBusy} data-send>
      {form.tab === "bulk" ? word : isSending ? "Sending..." : direct}
    </Button>
  );
}
