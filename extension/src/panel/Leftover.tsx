import Button from "@mui/material/Button";
import { cannotAddMore } from "@sendwright/core/contract";
import { Notice } from "@sendwright/web/parts";
import { forget, type Task } from "../shared/stored.ts";
import type { Desk } from "./useDesk.ts";

/** Names anything from "Write to …" that did not fit into the form, and why. */
export function Leftover({ task, desk }: { task: Extract<Task, { kind: "leftover" }>; desk: Desk }) {
  const { change, limits, isBusy } = desk;
  const { recipients, subject, body } = task;
  const hasWords = subject !== "" || body !== "";
  const close = () => void forget("task");
  const replace = () => {
    change({ templateId: "", subject, body, isPreviewed: false });
    close();
  };
  const actions = (
    <>
      {hasWords && (
        <Button size="small" disabled={isBusy} onClick={replace}>
          Use the link's
        </Button>
      )}
      <Button size="small" onClick={close}>
        Close
      </Button>
    </>
  );
  return (
    <Notice variant="warning" action={actions}>
      {recipients.length > 0 && (
        <p>
          {cannotAddMore(limits.MAX_DIRECT_RECIPIENTS)} Left out: {recipients.join(", ")}
        </p>
      )}
      {hasWords && <p>The link has a subject or text of its own. What you wrote stays, unless you use the link's.</p>}
      {recipients.length === 0 && !hasWords && <p>There is no email address in what you clicked or selected.</p>}
    </Notice>
  );
}
