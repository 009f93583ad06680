import Button from "@mui/material/Button";
import type { List } from "@sendwright/core/list/list";
import { Link } from "react-router-dom";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { missingFiles } from "../../../components/RestoredNotice.tsx";
import { useSendList } from "../../../data/sendQueries.ts";
import { namedTime } from "../../../lib/when.ts";
import type { EditedSend } from "../../../sending/sendingEvents.ts";
import { EditTemplate } from "../check/EditTemplate.tsx";
import type { SendForm } from "../form/sendForm.ts";
import styles from "./steps.module.css";
import { useArrival } from "./useArrival.ts";

interface Props {
  edited: EditedSend;
  form: Pick<SendForm, "choice" | "attachments">;
  list: List | null;
  onStop: () => void;
}

/** Says which scheduled send the form's email is to replace, as long as it can (rule: editing). */
export function EditedSendNotice({ edited, form, list, onStop }: Props) {
  const place = useArrival("edits");
  const { data } = useSendList();
  const send = data?.sends.find(({ id }) => id === edited.send);
  const missing = missingFiles(edited.files, form.attachments);
  // The list has every open send.
  const isScheduled = data === undefined || send?.state === "scheduled";
  return (
    <div ref={place} className={styles.corrections} tabIndex={-1}>
      <Notice
        variant={isScheduled ? "info" : "warning"}
        title={
          isScheduled
            ? `You're editing the send scheduled for ${namedTime(send?.starts_at ?? edited.startsAt, Date.now())}`
            : "The send that you're editing isn't scheduled anymore"
        }
        action={
          <>
            {isScheduled && <EditTemplate choice={form.choice} list={list} />}
            <Button size="small" variant="text" color="inherit" onClick={onStop}>
              Stop editing
            </Button>
          </>
        }
      >
        {isScheduled ? (
          "It stays as it is until you click Send or Schedule here. Then this email takes its place."
        ) : (
          <>
            This email can't take its place.{" "}
            <Link to={{ hash: `sends/${edited.send}` }}>Look at that send</Link> before you send
            this one.
          </>
        )}
        {missing.length > 0 && <p>Choose its files again: {missing.join(", ")}.</p>}
      </Notice>
    </div>
  );
}
