import type { List } from "@sendwright/core/list/list";
import { Link } from "react-router-dom";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useSendList } from "../../../data/sendQueries.ts";
import { filesToChooseAgain } from "../../../lib/filesToChooseAgain.ts";
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
  const missing = filesToChooseAgain(edited.files, form.attachments);
  const stop = (
    <Button size="small" variant="text" color="inherit" onClick={onStop}>
      Stop editing
    </Button>
  );
  const files = missing.length > 0 && <p>Choose its files again: {missing.join(", ")}.</p>;
  // The list has every open send.
  const isScheduled = data === undefined || send?.state === "scheduled";
  return (
    <div ref={place} className={styles.arrival} tabIndex={-1}>
      {isScheduled ? (
        <Notice
          variant="info"
          title={`You're editing the send scheduled for ${namedTime(send?.starts_at ?? edited.startsAt, Date.now())}`}
          action={
            <>
              <EditTemplate choice={form.choice} list={list} />
              {stop}
            </>
          }
        >
          It stays as it is until you click Send or Schedule here. Then this email takes its place.
          {files}
        </Notice>
      ) : (
        <Notice
          variant="warning"
          title="The send that you're editing isn't scheduled anymore"
          action={stop}
        >
          This email can't take its place.{" "}
          <Link to={{ hash: `sends/${edited.send}` }}>Look at that send</Link> before you send this
          one.
          {files}
        </Notice>
      )}
    </div>
  );
}
