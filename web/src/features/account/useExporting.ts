import { useToast } from "../../components/Toasts.tsx";
import { useExport } from "../../data/account.ts";

/** Downloads the person's data and reports failures, even if the menu is closed by then. */
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
