import { AppError, type Template } from "@sendwright/core/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useToast } from "../../components/Toasts.tsx";
import type { SavedTemplate } from "../../data/templateChanges.ts";
import { undoSave } from "../../data/versionQueries.ts";
import { isLost } from "../../lib/isLost.ts";
import { DONE_TOAST_MS } from "./useNotice.ts";

/** How long a save can be undone from its toast (rule: undo after a save). */
const UNDO_MS = 10_000;

const UNDONE =
  "Undone. The template has its previous text again. Your change is in its earlier versions.";
const SAVED_SINCE =
  "Not undone: the template was saved elsewhere in the meantime. Your texts are in its earlier versions.";

/** The toasts of one template replace each other. */
export function savedToast(id: string): string {
  return `save ${id}`;
}

/**
 * A function that says that a template was saved, with Undo if the text before was kept. It works
 * on after the editor and its tab are gone.
 */
export function useSavedToast() {
  const toast = useToast();
  const cache = useQueryClient();
  const undo = async (template: Template, replaced: string, about: string) => {
    try {
      await undoSave(cache, template, replaced);
      toast(UNDONE, { variant: "success", about });
    } catch (error) {
      const options = { variant: "danger", about, duration: UNDO_MS } as const;
      if (error instanceof AppError && error.reason === "template_changed")
        return toast(SAVED_SINCE, options);
      const why = error instanceof Error ? error.message : String(error);
      const outcome = isLost(error) ? "We don't know whether it was undone" : "Not undone";
      // Saving the same text over the same revision again changes nothing.
      const action = { word: "Try again", run: () => void undo(template, replaced, about) };
      toast(`${outcome}: ${why}`, { ...options, action });
    }
  };
  return (text: string, { template, replaced }: SavedTemplate, about = savedToast(template.id)) => {
    const options = { variant: "success", about } as const;
    if (replaced === undefined) return toast(text, { ...options, duration: DONE_TOAST_MS });
    const action = { word: "Undo", run: () => void undo(template, replaced, about) };
    toast(text, { ...options, duration: UNDO_MS, action });
  };
}
