import { useCallback, useEffect, useState } from "react";
import { NOTICE } from "./times.ts";

export interface EditorNotice {
  variant: "info" | "warning" | "danger";
  text: string;
  duration: number;
  /** Whether it says what is wrong with the fields: then it goes with the cause. */
  isOfFields: boolean;
}

export type ShowNotice = (variant: EditorNotice["variant"], text: string, duration?: number) => void;

/** The editor's transient notice and the way to show one; it goes by itself (rule: toasts). */
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
