import { useToast } from "../../components/Toasts.tsx";
import { useDeleteTemplate } from "../../data/templateQueries.ts";
import { DONE_TOAST } from "./noticeTimes.ts";
import { useConfirmDelete } from "./useConfirmDelete.ts";

/** Deletes a template of the list, after a question; `files` is how many attachments go with it. */
export function useDeleteInList(id: string, name: string, files: number) {
  const toast = useToast();
  const remove = useDeleteTemplate();
  const confirmDelete = useConfirmDelete();
  const askAndDelete = async () => {
    if (!(await confirmDelete(name, files))) return;
    remove.mutate(id, {
      onSuccess: () => toast(`"${name}" deleted.`, { variant: "success", duration: DONE_TOAST }),
      onError: (error) => toast(`Delete failed: ${error.message}`, { variant: "danger" }),
    });
  };
  return { askAndDelete, isPending: remove.isPending };
}
