import type { Template } from "@sendwright/core/contract";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useDeleteTemplate } from "../../data/templateQueries.ts";
import { DONE_TOAST_MS, type ShowNotice } from "./useNotice.ts";

/** Deletes a template of the list, after a question; `files` is how many attachments go with it. */
export function useDeleteInList(id: string, name: string, files: number) {
  const toast = useToast();
  const remove = useDeleteTemplate();
  const confirmDelete = useConfirmDelete();
  const askAndDelete = async () => {
    if (!(await confirmDelete(name, files))) return;
    remove.mutate(id, {
      onSuccess: () => toast(`"${name}" deleted.`, { variant: "success", duration: DONE_TOAST_MS }),
      onError: (error) => toast(`Delete failed: ${error.message}`, { variant: "danger" }),
    });
  };
  return { askAndDelete, isPending: remove.isPending };
}

interface DeleteProps {
  template: Template | null;
  showNotice: ShowNotice;
  onDone: () => void;
}

/** Deletes the template from its editor, after a question (rule: deleting). */
export function useDelete({ template, showNotice, onDone }: DeleteProps) {
  const toast = useToast();
  const mutation = useDeleteTemplate();
  const confirmDelete = useConfirmDelete();
  const ask = async () => {
    if (!template || !(await confirmDelete(template.name, template.attachments.length))) return;
    mutation.mutate(template.id, {
      onSuccess: () => {
        toast(`"${template.name}" deleted.`, { variant: "success", duration: DONE_TOAST_MS });
        onDone();
      },
      onError: (error) => showNotice("danger", `Delete failed: ${error.message}`),
    });
  };
  return { isPending: mutation.isPending, ask };
}

/** The question before a template is deleted, asked with its name and how many files it has. */
function useConfirmDelete() {
  const confirm = useConfirm();
  return (name: string, files: number) => {
    const what =
      files === 0 ? "" : files === 1 ? " and its attachment" : ` and its ${files} attachments`;
    return confirm({
      title: "Delete this template?",
      text: `"${name}"${what} will be deleted. This cannot be undone.`,
      action: "Delete template",
    });
  };
}
