import { useToast } from "../../components/Toasts.tsx";
import { useExport } from "../../data/account.ts";

/**
 * The download of the person's own data, and whether it is under way; a failure is told, also when the menu is closed
 * by then.
 */
export function useExporting() {
  const toast = useToast();
  const exporting = useExport();
  const exportAll = async () => {
    try {
      await exporting.mutateAsync();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { variant: "danger" });
    }
  };
  return { exportAll: () => void exportAll(), isExporting: exporting.isPending };
}
