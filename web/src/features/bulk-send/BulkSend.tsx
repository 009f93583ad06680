import styles from "./BulkSend.module.css";
import { RowPreview } from "./preview/RowPreview.tsx";
import { SendPanel } from "./sending/SendPanel.tsx";
import { useSending } from "./sending/useSending.ts";
import { ChoiceStep } from "./steps/ChoiceStep.tsx";
import { CsvStep } from "./steps/CsvStep.tsx";
import { SendStep } from "./steps/SendStep.tsx";
import { useBulkSend } from "./useBulkSend.ts";

/** Bulk Send: the send that is going on, the steps to the next one, and its mail. */
export function BulkSend() {
  const bulk = useBulkSend();
  const sending = useSending(() => bulk.change({ type: "sent" }));
  return (
    <div className={styles.screen}>
      <h1 className="unseen">Bulk Send</h1>
      <SendPanel sending={sending} />
      <div className={styles.columns}>
        <div className={styles.steps}>
          <ChoiceStep bulk={bulk} />
          <CsvStep bulk={bulk} />
          <SendStep bulk={bulk} sending={sending} />
        </div>
        <div className={styles.mail}>
          <RowPreview bulk={bulk} />
        </div>
      </div>
    </div>
  );
}
