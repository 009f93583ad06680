import { useCallback, useEffect, useState } from "react";
import { NOTICE } from "./noticeTimes.ts";

export interface EditorNotice {
  variant: "info" | "warning" | "danger";
  text: string;
  duration: number;
  /** Whether it names the fields' errors: then it closes when they are fixed. */
  isOfFields: boolean;
}

export type ShowNotice = (variant: EditorNotice["variant"], text: string, duration?: number) => void;

/** The editor's transient notice and the function that shows one (rule: toasts). */
export function useNotice() {
  const [notice, setNotice] = useState<EditorNotice | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), notice.duration);
    return () => clearTimeout(timer);
  }, [notice]);
  const show = useCallback<ShowNotice>(
    (variant, text, duration = NOTICE) => setNotice({ variant, text, duration, isOfFields: false }),
    [],
  );
  const refuse = (text: string) => setNotice({ variant: "danger", text, duration: NOTICE, isOfFields: true });
  const clear = () => setNotice(null);
  return { notice, show, refuse, clear };
}
