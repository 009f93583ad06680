import Button from "@mui/material/Button";
import { Notice } from "@sendwright/web/parts";
import { useEffect } from "react";
import { ask } from "./ask.ts";
import { Collected } from "./Collected.tsx";
import { InsertForm } from "./InsertForm.tsx";
import { Leftover } from "./Leftover.tsx";
import { NotifyToggle } from "./NotifyToggle.tsx";
import { Outcome } from "./Outcome.tsx";
import { SendForm } from "./SendForm.tsx";
import { Tools } from "./Tools.tsx";
import { useAttempt } from "./useAttempt.ts";
import { usePanelForm } from "./usePanelForm.ts";
import { useStored } from "./useStored.ts";
import { useWriteTask } from "./useWriteTask.ts";

/** What this surface was opened for: to send, to insert, or to choose addresses first. */
export function Workspace({ uid }: { uid: string }) {
  const task = useStored("task");
  const attempt = useAttempt(uid);
  const desk = usePanelForm(uid, attempt.isOpen);
  const { broughtNothing, dismiss } = useWriteTask(task ?? null, desk);
  const { setAsked } = desk;
  const kind = task?.kind;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one form was asked for is no fault of the other.
  useEffect(() => setAsked(null), [kind, setAsked]);
  if (!desk.draft || task === undefined || !attempt.isKnown) return <p role="status">Loading</p>;
  return (
    <>
      <h1 className="unseen">{task?.kind === "insert" ? "Insert a template" : "Send a template"}</h1>
      <Outcome attempt={attempt} desk={desk} onClose={() => void ask("close", {})} />
      {task?.kind === "collect" && <Collected key={task.id} task={task} desk={desk} />}
      {task?.kind === "leftover" && <Leftover task={task} desk={desk} />}
      {task === null && broughtNothing && (
        <Notice
          variant="warning"
          action={
            <Button size="small" onClick={dismiss}>
              Close
            </Button>
          }
        >
          We found no email address in the text you clicked or selected.
        </Notice>
      )}
      {task?.kind === "insert" ? <InsertForm task={task} desk={desk} /> : <SendForm desk={desk} attempt={attempt} />}
      {task === null && (
        <>
          <Tools />
          <NotifyToggle />
        </>
      )}
    </>
  );
}
