import { useEffect } from "react";
import { forget, type Task, write } from "../shared/stored.ts";
import { afterWriteTask } from "./draftChanges.ts";
import type { Desk } from "./useDesk.ts";

/** Carries out "Write to …", and keeps anything that did not fit into the form as the next task. */
export function useWriteTask(task: Task | null, { draft, change, limits }: Desk): void {
  const isReady = draft !== null && task?.kind === "write";
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each click, with the form as it is at that moment.
  useEffect(() => {
    if (!isReady || !draft) return;
    const after = afterWriteTask(draft, task, limits.MAX_DIRECT_RECIPIENTS);
    change(after.change);
    if (after.leftover) void write({ task: { kind: "leftover", ...after.leftover } });
    else void forget("task");
  }, [isReady, task?.kind === "write" ? task.id : null]);
}
