import type { Template } from "@sendwright/core/contract";
import { useEffect } from "react";
import { useToast } from "../components/Toasts.tsx";

/** Says once what there is to say about a chosen template: that it could not be loaded, or what is odd in it (rule: syntax warnings). */
export function useTemplateNews(template: Template | null, error: Error | null): void {
  const toast = useToast();
  const warnings = template?.syntax_warnings.join("; ") ?? "";
  useEffect(() => {
    if (warnings !== "") toast(`Template Syntax Warnings: ${warnings}`, { variant: "warning", duration: 8_000 });
  }, [warnings, toast]);
  useEffect(() => {
    if (error) toast("Error loading template variables.", { variant: "danger" });
  }, [error, toast]);
}

/** Says that the list of templates could not be loaded; the screen shows the reason. */
export function useListNews(error: Error | null): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast("Error loading templates.", { variant: "danger" });
  }, [error, toast]);
}
