import Button from "@mui/material/Button";
import { UserMinus } from "lucide-react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { pluralize, withCommas } from "../../../lib/pluralize.ts";
import { reserveBar } from "../../../lib/reserveBar.ts";
import { notSentOf } from "../check/notSentOf.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./steps.module.css";

interface Props {
  state: SendFormState;
  /** The errors that blocked the last click. */
  errors: readonly string[];
  isBusy: boolean;
  /** Whether the outcome of the last click on Send is unknown. */
  isSending: boolean;
  /** Whether the previous email can still be undone. */
  isHeld: boolean;
  onPreview: () => void;
  onSend: () => void;
}

/** The main buttons; on narrow screens they stay visible at the bottom. */
export function ActionBar({ state, errors, isBusy, isSending, isHeld, onPreview, onSend }: Props) {
  const { form, check } = state;
  const ready = check?.summary.ready ?? 0;
  const left = notSentOf(check);
  const verb = form.when.kind === "later" ? "Schedule" : "Send";
  const direct = isSending ? "Sending..." : "Send Email(s)";
  const word = ready > 0 ? `${verb} ${pluralize(ready, "email")}` : verb;
  return (
    <div ref={reserveBar} className={styles.bar}>
      {errors.length > 0 && (
        <Notice variant="danger">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </Notice>
      )}
      {isHeld && state.filled !== null && (
        <p className={styles.soft}>You can send this as soon as the email before it is out.</p>
      )}
      <div className={styles.actions} data-actions>
        <Button onClick={onPreview}>Generate Preview</Button>
        <Button variant="contained" onClick={onSend} disabled={isBusy} data-send>
          {state.tab === "direct" ? direct : word}
        </Button>
        {/* After the main buttons: it appears and disappears with the check of a cell that clicking them commits, and must not move them. */}
        {left > 0 && ready > 0 && (
          <Button
            variant="text"
            className={styles.leftOut ?? ""}
            startIcon={<UserMinus size={16} aria-hidden />}
            aria-label={`${withCommas(left)} skipped`}
            onClick={() => state.lookAtCheck()}
          >
            {withCommas(left)}
            <span className={styles.leftOutWords}>&nbsp;skipped</span>
          </Button>
        )}
      </div>
    </div>
  );
}
