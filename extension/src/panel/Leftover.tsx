import Button from "@mui/material/Button";
import { cannotAddMore } from "@sendwright/core/contract";
import { Notice } from "@sendwright/web/parts";
import { forget, type Task } from "../shared/stored.ts";
import { withWords } from "./draftChanges.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** Names anything from "Write to …" that did not fit into the form, and why. */
export function Leftover({ task, desk }: { task: Extract<Task, { kind: "leftover" }>; desk: PanelForm }) {
  const { change, limits, isBusy } = desk;
  const { recipients, subject, body } = task;
  const hasWords = subject !== "" || body !== "";
  const close = () => void forget("task");
  const replace = () => {
    change(withWords(task));
    close();
  };
  const actions = (
    <>
      {hasWords && (
        <Button size="small" disabled={isBusy} onClick={replace}>
          Use the link's text
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
          {cannotAddMore(limits.MAX_DIRECT_RECIPIENTS)} Not added: {recipients.join(", ")}
        </p>
      )}
      {hasWords && <p>The link has its own subject or text. We kept yours.</p>}
    </Notice>
  );
}
