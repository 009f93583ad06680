import type { Template } from "@sendwright/core/contract";
import { useEffect } from "react";
import { useToast } from "./Toasts.tsx";

/**
 * Shows one toast about a chosen template: that it couldn't be loaded, or its warnings (rule:
 * syntax warnings).
 */
export function useTemplateToasts(template: Template | null, error: Error | null): void {
  const toast = useToast();
  const warnings = template?.syntax_warnings.join("; ") ?? "";
  useEffect(() => {
    if (warnings !== "")
      toast(`Template Syntax Warnings: ${warnings}`, { variant: "warning", duration: 8_000 });
  }, [warnings, toast]);
  useEffect(() => {
    if (error) toast("Error loading template variables.", { variant: "danger" });
  }, [error, toast]);
}

/**
 * Says that the list of templates couldn't be loaded; the screen shows the reason. `isAnnounced` if
 * it announces it, too.
 */
export function useListErrorToast(error: Error | null, isAnnounced = false): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast("Error loading templates.", { variant: "danger", isAnnounced });
  }, [error, isAnnounced, toast]);
}
