import TextField from "@mui/material/TextField";
import { NO_BODY, NO_SUBJECT } from "@sendwright/core/contract";
import { TextArea } from "@sendwright/web/parts";
import type { PanelForm } from "./usePanelForm.ts";

/** An email written for these people only. */
export function Compose({ desk: { draft, change, isBusy, problems } }: { desk: PanelForm }) {
  if (!draft) return null;
  const [subject, body] = [NO_SUBJECT, NO_BODY].map((words) => problems.composed.find((one) => one === words));
  return (
    <>
      <TextField
        label="Subject"
        disabled={isBusy}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
        error={subject !== undefined}
        helperText={subject}
      />
      <TextArea
        label="Body"
        rows={8}
        disabled={isBusy}
        value={draft.body}
        onChange={(event) => change({ body: event.target.value })}
        error={body !== undefined}
        helperText={body}
      />
    </>
  );
}
