import { useEffect, useState } from "react";
import { forget, type Task, write } from "../shared/stored.ts";
import { applyWriteTask } from "./draftChanges.ts";
import type { PanelForm } from "./usePanelForm.ts";

type WriteTaskInput = Pick<PanelForm, "draft" | "change" | "limits" | "areLimitsKnown">;

/**
 * Handles "Add … to the recipients", and keeps anything that did not fit into the form as the next
 * task. Returns whether it named neither people nor words, until `dismiss` is called or this
 * surface closes.
 */
export function useWriteTask(
  task: Task | null,
  { draft, change, limits, areLimitsKnown }: WriteTaskInput,
) {
  const [isEmptyTask, setIsEmptyTask] = useState(false);
  const isReady = draft !== null && areLimitsKnown && task?.kind === "write";
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each click, with the form as it is at that moment.
  useEffect(() => {
    if (!isReady || !draft) return;
    const after = applyWriteTask(draft, task, limits.MAX_DIRECT_RECIPIENTS);
    change(after.change);
    setIsEmptyTask(after.isEmptyTask);
    if (after.leftover)
      void write({ task: { kind: "leftover", ...after.leftover, uid: draft.uid } });
    else void forget("task");
  }, [isReady, task?.kind === "write" ? task.id : null]);
  return { isEmptyTask, dismiss: () => setIsEmptyTask(false) };
}
