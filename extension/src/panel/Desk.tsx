import { ask } from "./ask.ts";
import { Collected } from "./Collected.tsx";
import { InsertForm } from "./InsertForm.tsx";
import { Outcome } from "./Outcome.tsx";
import { SendForm } from "./SendForm.tsx";
import { Tools } from "./Tools.tsx";
import { useDesk } from "./useDesk.ts";
import { useAttempt } from "./useAttempt.ts";
import { useWriteTask } from "./useWriteTask.ts";
import { useStored } from "./useStored.ts";

/** What this surface was opened for: to send, to insert, or to choose addresses first. */
export function Desk({ uid }: { uid: string }) {
  const task = useStored("task");
  const attempt = useAttempt(uid);
  const desk = useDesk(uid, attempt.isOpen);
  useWriteTask(task ?? null, desk);
  if (!desk.draft || task === undefined || !attempt.isKnown) return <p role="status">Loading</p>;
  return (
    <>
      <h1 className="unseen">{task?.kind === "insert" ? "Insert a template" : "Send a template"}</h1>
      <Outcome attempt={attempt} desk={desk} onClose={() => void ask("close", {})} />
      {task?.kind === "collect" && <Collected key={task.id} task={task} desk={desk} />}
      {task?.kind === "insert" ? <InsertForm task={task} desk={desk} /> : <SendForm desk={desk} attempt={attempt} />}
      {task === null && <Tools />}
    </>
  );
}
