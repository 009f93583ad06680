import type { Template } from "@sendwright/core/contract";
import { useToast } from "../../components/Toasts.tsx";
import { useDeleteTemplate } from "../../data/templateQueries.ts";
import { useConfirmDelete } from "./useConfirmDelete.ts";
import { DONE_TOAST, type ShowNotice } from "./useNotice.ts";

interface DeleteProps {
  template: Template | null;
  showNotice: ShowNotice;
  onDone: () => void;
}

/** The editor's way to delete the template, after a question (rule: deleting). */
export function useDelete({ template, showNotice, onDone }: DeleteProps) {
  const toast = useToast();
  const mutation = useDeleteTemplate();
  const confirmDelete = useConfirmDelete();
  const ask = async () => {
    if (!template || !(await confirmDelete(template.name, template.attachments.length))) return;
    mutation.mutate(template.id, {
      onSuccess: () => {
        toast(`"${template.name}" deleted.`, { variant: "success", duration: DONE_TOAST });
        onDone();
      },
      onError: (error) => showNotice("danger", `Delete failed: ${error.message}`),
    });
  };
  return { isPending: mutation.isPending, ask };
}
