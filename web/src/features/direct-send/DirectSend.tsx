import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import styles from "../../components/columns.module.css";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { RestoredNotice } from "../../sending/RestoredNotice.tsx";
import { DirectPreview } from "./preview/DirectPreview.tsx";
import { DirectPanel } from "./sending/DirectPanel.tsx";
import { UnknownPeople } from "./sending/UnknownPeople.tsx";
import { AttachmentsStep } from "./steps/AttachmentsStep.tsx";
import { DirectSendStep } from "./steps/DirectSendStep.tsx";
import { RecipientsStep } from "./steps/RecipientsStep.tsx";
import { useFolding } from "./steps/useFolding.ts";
import { VariablesStep } from "./steps/VariablesStep.tsx";
import { useDirectActions } from "./useDirectActions.tsx";
import { useDirectSend } from "./useDirectSend.ts";
import { useNamedTemplate } from "./useNamedTemplate.ts";

/** Direct Send: what became of the last one, the steps to the next one, and its mail. */
export function DirectSend() {
  const direct = useDirectSend();
  useNamedTemplate(direct);
  const folding = useFolding();
  const { screen, previewError, previewsAsked, preview, send, test } = useDirectActions(direct, folding.openAll);
  const { form, change, attempt, templates, user, isBusy, restored } = direct;
  const isUntouched = form.recipients.length === 0 && attempt.is === "idle";
  if (templates.data?.length === 0 && isUntouched) return <NoTemplates />;
  return (
    <div ref={screen} className={styles.screen}>
      <h1 className="unseen">Direct Send</h1>
      <div className={styles.columns}>
        <div className={styles.steps}>
          <DirectPanel direct={direct} />
          {restored && !isBusy && (
            <RestoredNotice
              what="sent"
              files={restored.files}
              chosen={form.files}
              onAfresh={() => change({ type: "afresh" })}
            />
          )}
          <UnknownPeople
            people={form.unknown}
            sender={user?.email ?? ""}
            onAgain={(address) => change({ type: "again", address })}
            onSettled={(address) => change({ type: "settled", address })}
            disabled={isBusy}
          />
          <RecipientsStep direct={direct} folding={folding.of("1")} />
          <VariablesStep direct={direct} folding={folding.of("2")} />
          <AttachmentsStep direct={direct} folding={folding.of("2.5")} />
          <DirectSendStep direct={direct} onPreview={preview} onSend={send} />
        </div>
        <div className={styles.mail}>
          <DirectPreview direct={direct} error={previewError} asked={previewsAsked} onTest={test} />
        </div>
      </div>
    </div>
  );
}

function NoTemplates() {
  return (
    <>
      <h1 className="unseen">Direct Send</h1>
      <EmptyState
        drawing={<BlankLetter />}
        sentence="Direct Send fills in a template, and you have none yet."
        action={
          <Button variant="contained" component={Link} to={{ hash: "templates" }} replace>
            Create a template
          </Button>
        }
      />
    </>
  );
}
