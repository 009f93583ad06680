import { useCallback, useEffect } from "react";
import { useKeyedState } from "../../lib/useKeyedState.ts";

/** How long the notices and toasts of the templates' screen stay (rule: toasts). */
const NOTICE_MS = 4_000;
export const SKIPPED_NOTICE_MS = 6_000;
/** Long enough to read it beside a template that you see for the first time. */
export const OPENED_NOTICE_MS = 15_000;
export const UPLOADED_MS = 3_000;
export const UPLOAD_FAILED_MS = 6_000;
export const SYNTAX_WARNINGS_MS = 8_000;
/** A success needs only a glance, and covers the buttons of the next editor. */
export const DONE_TOAST_MS = 3_000;

interface EditorNotice {
  variant: "info" | "warning" | "danger";
  text: string;
  duration: number;
  /**
   * Whether it names the fields' errors, which a toast announces: then it closes when they are
   * fixed.
   */
  isOfFields: boolean;
}

export type ShowNotice = (
  variant: EditorNotice["variant"],
  text: string,
  duration?: number,
) => void;

/** The transient notice of the edited `version`, and the functions that show one (rule: toasts). */
export function useNotice(version: string) {
  const [notice, setNotice] = useKeyedState<EditorNotice | null>(version, () => null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), notice.duration);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
  const show = useCallback<ShowNotice>(
    (variant, text, duration = NOTICE_MS) =>
      setNotice({ variant, text, duration, isOfFields: false }),
    [setNotice],
  );
  const refuse = (text: string) =>
    setNotice({ variant: "danger", text, duration: NOTICE_MS, isOfFields: true });
  const clear = () => setNotice(null);
  return { notice, show, refuse, clear };
}

export type ShownNotice = ReturnType<typeof useNotice>;
