import { isUncertain } from "@sendwright/core/attempt/attempt";
import styles from "../../components/columns.module.css";
import { RestoredNotice } from "../../sending/RestoredNotice.tsx";
import { useSending } from "../../sending/SendingProvider.tsx";
import { bulkWay } from "./bulkWay.ts";
import { ListQuestions } from "./check/ListQuestions.tsx";
import type { BulkFormAction } from "./form/bulkFormReducer.ts";
import { RowPreview } from "./preview/RowPreview.tsx";
import { SendQuestionDialog } from "./question/SendQuestionDialog.tsx";
import { BulkPanel } from "./sending/BulkPanel.tsx";
import { OtherSends } from "./sending/OtherSends.tsx";
import { useShownSend } from "./sending/useShownSend.ts";
import { ActionBar } from "./steps/ActionBar.tsx";
import { BulkSendStep } from "./steps/BulkSendStep.tsx";
import { ChoiceStep } from "./steps/ChoiceStep.tsx";
import { ComposeStep } from "./steps/ComposeStep.tsx";
import { CsvStep } from "./steps/CsvStep.tsx";
import { ManualStep } from "./steps/ManualStep.tsx";
import { ReviewStep } from "./steps/ReviewStep.tsx";
import { useBulkActions } from "./steps/useBulkActions.ts";
import { useBulkSend } from "./useBulkSend.ts";
import { useTakeOver } from "./useTakeOver.ts";

/** Bulk Send: the send that is going on, the steps to the next one, its mail, and the sends before. */
export function BulkSend() {
  const state = useBulkSend();
  const { change } = state;
  const { sending, attempt } = useSending(bulkWay);
  const shown = useShownSend(attempt, sending.close);
  const takenOver = useTakeOver(shown.clear);
  const bulk = {
    ...state,
    change: (action: BulkFormAction) => {
      // Another mode or template: the results on screen belong to something else.
      if (action.type === "mode" || action.type === "choice") shown.clear();
      // Nor does a file that is still being read, or couldn't be.
      if (action.type === "mode") state.reader.forget();
      change(action);
    },
  };
  const actions = useBulkActions(bulk, sending, attempt);
  return (
    <div className={styles.screen}>
      <h1 className="unseen">Bulk Send</h1>
      <BulkPanel attempt={attempt} shown={shown} onUndo={sending.undo} onDismiss={sending.close} />
      <div className={styles.columns}>
        <div className={styles.steps}>
          {state.restored && !isUncertain(attempt) && (
            <RestoredNotice
              what="sent"
              files={state.restored.files}
              chosen={state.form.attachments}
              onAfresh={() => bulk.change({ type: "afresh" })}
            />
          )}
          <ChoiceStep bulk={bulk} />
          <ComposeStep bulk={bulk} />
          {state.mode === "csv" ? <CsvStep bulk={bulk} takenOver={takenOver} /> : <ManualStep bulk={bulk} />}
          <ReviewStep bulk={bulk} />
          <BulkSendStep bulk={bulk} />
          <ActionBar
            bulk={bulk}
            errors={actions.errors}
            isBusy={actions.isBusy}
            onPreview={actions.preview}
            onSend={actions.send}
          />
        </div>
        <div className={styles.mail}>
          <ListQuestions bulk={bulk} />
          <RowPreview bulk={bulk} />
        </div>
      </div>
      <SendQuestionDialog question={actions.question} />
      <OtherSends shown={shown.id} />
    </div>
  );
}
