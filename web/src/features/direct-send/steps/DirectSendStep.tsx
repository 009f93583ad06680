import Button from "@mui/material/Button";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useConfig } from "../../../data/config.ts";
import { counted } from "../../../lib/counted.ts";
import { reserveBar } from "../../../lib/reserveBar.ts";
import { OTHER_PROGRAMS } from "../../../sending/messages.ts";
import { allErrors } from "../form/validationErrors.ts";
import type { Direct } from "../useDirectSend.ts";
import styles from "./steps.module.css";

interface Props {
  direct: Direct;
  onPreview: () => void;
  onSend: () => void;
}

/** Step 3: look at it, then send it. */
export function DirectSendStep({ direct, onPreview, onSend }: Props) {
  const { form, user, errors, isBusy, template } = direct;
  const { config } = useConfig();
  const count = form.recipients.filter(({ address }) => address !== null).length;
  const sentences = allErrors(errors);
  const left = config?.quota.left;
  return (
    <StepCard step="3" title="Preview and send">
      <div className={styles.fields}>
        {sentences.length > 0 && (
          <Notice variant="danger">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        <p className={styles.soft}>
          {count === 0 ? "One separate email to each recipient" : counted(count, "separate email")}, from{" "}
          {user?.email ?? "your account"}.
        </p>
        {left !== undefined && count > left && (
          <Notice variant="warning">
            Your account's daily limit leaves {left} now; the rest goes out by itself as the limit allows.{" "}
            {OTHER_PROGRAMS}
          </Notice>
        )}
        <div ref={reserveBar} className={styles.actions} data-actions>
          <Button onClick={onPreview} disabled={isBusy}>
            Generate Preview
          </Button>
          <Button variant="contained" onClick={onSend} disabled={isBusy || template.isLoading}>
            {isBusy ? "Sending..." : "Send Email(s)"}
          </Button>
        </div>
      </div>
    </StepCard>
  );
}
