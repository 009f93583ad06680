import { useCallback, useEffect, useState } from "react";

/** Milliseconds (specification, section 9). */
const NOTICE = 4_000;
export const SKIPPED_NOTICE = 6_000;

export interface EditorNotice {
  variant: "info" | "warning" | "danger";
  text: string;
  duration: number;
}

export type ShowNotice = (variant: EditorNotice["variant"], text: string, duration?: number) => void;

/** Gives the editor's transient notice and the way to show one; it goes by itself (specification, section 4). */
export function useNotice() {
  const [notice, setNotice] = useState<EditorNotice | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), notice.duration);
    return () => clearTimeout(timer);
  }, [notice]);
  const show = useCallback<ShowNotice>(
    (variant, text, duration = NOTICE) => setNotice({ variant, text, duration }),
    [],
  );
  return { notice, show };
}
