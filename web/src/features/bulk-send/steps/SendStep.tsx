import Button from "@mui/material/Button";
import { useState } from "react";
import { useConfirm } from "../../../components/Confirm.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useSession } from "../../../lib/useSession.ts";
import { sendRequest } from "../form/sendRequest.ts";
import { counted } from "../sending/sendWords.ts";
import type { Sending } from "../sending/useSending.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./steps.module.css";

/** The last step: look at a mail, then send all of them. */
export function SendStep({ bulk, sending }: { bulk: Bulk; sending: Sending }) {
  const { form, change, mail, csv, check } = bulk;
  const { user } = useSession();
  const confirm = useConfirm();
  const [asked, setAsked] = useState<"preview" | "send" | null>(null);
  const refusals = asked === "send" ? bulk.sendRefusals : asked === "preview" ? bulk.previewRefusals : [];
  const ready = check?.summary.ready ?? 0;

  const preview = () => {
    setAsked("preview");
    if (bulk.previewRefusals.length === 0) change({ type: "preview", row: check?.rows[0]?.n ?? 1 });
  };
  const send = async () => {
    setAsked("send");
    if (bulk.sendRefusals.length > 0 || !mail || ready === 0) return;
    const yes = await confirm({
      title: `Send ${counted(ready, "email")}?`,
      text: `From ${user?.email}, one separate email to each recipient.`,
      action: `Send ${counted(ready, "email")}`,
      danger: false,
    });
    if (!yes) return;
    const { table, recipientColumn } = csv;
    sending.begin((idempotencyKey) => sendRequest({ form, mail, table, recipientColumn, idempotencyKey }));
  };

  return (
    <StepCard step="4" title="Preview and send">
      <div className={styles.fields}>
        {refusals.length > 0 && (
          <Notice variant="danger">
            {refusals.map((refusal) => (
              <p key={refusal}>{refusal}</p>
            ))}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button onClick={preview}>Generate Preview</Button>
          <Button variant="contained" onClick={() => void send()} disabled={sending.isBeginning}>
            {ready > 0 ? `Send ${counted(ready, "email")}` : "Send"}
          </Button>
        </div>
      </div>
    </StepCard>
  );
}
