import { useCallback, useState } from "react";

/**
 * Whether the template editor is open, its input, and the functions to open and close it; each opening has its own
 * number.
 */
export function useTemplateEditor<Given>() {
  const [opened, setOpened] = useState<{ opening: number; given: Given } | null>(null);
  const [show, setShow] = useState(false);
  const open = useCallback((given: Given) => {
    setOpened((last) => ({ opening: (last?.opening ?? 0) + 1, given }));
    setShow(true);
  }, []);
  // The template stays while the editor fades out.
  const close = useCallback(() => setShow(false), []);
  return { opened, show, open, close };
}
