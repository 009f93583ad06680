import { recipientKey } from "@sendwright/core/recipients/recipients";
import { useEffect } from "react";
import { forget, type Task } from "../shared/stored.ts";
import type { Desk } from "./useDesk.ts";

/** Adds further recipients, nobody twice. */
export function withRecipients(texts: readonly string[], further: readonly string[]): string[] {
  const known = new Set(texts.map(recipientKey));
  const added = further.filter((text) => {
    const isNew = !known.has(recipientKey(text));
    known.add(recipientKey(text));
    return isNew;
  });
  return [...texts, ...added];
}

/** "Write to …": the people join those in the form; the link's words are taken only where nothing has been written yet. */
export function useWriteTask(task: Task | null, { draft, change }: Desk): void {
  const isReady = draft !== null && task?.kind === "write";
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each click, with what stands in the form at that moment.
  useEffect(() => {
    if (!isReady || !draft) return;
    const recipients = withRecipients(draft.recipients, task.recipients);
    const hasWords = task.subject !== "" || task.body !== "";
    const isBlank = draft.subject === "" && draft.body === "" && draft.values.length === 0;
    const words = hasWords && isBlank ? { templateId: "", subject: task.subject, body: task.body } : {};
    change({ recipients, ...words });
    void forget("task");
  }, [isReady, task?.kind === "write" ? task.id : null]);
}
