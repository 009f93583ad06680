import { type ReactNode, useCallback, useRef, useState } from "react";
import { later } from "../../components/later.tsx";
import { type ShowSuppressions, SuppressionsContext } from "../../lib/suppressionsContext.ts";

const SuppressionsDialog = later(() => import("./SuppressionsDialog.tsx"));

/** Lets menus and screens open "People you don't email", without leaving their content. */
export function SuppressionsProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<() => Element | null>(() => null);
  const show = useCallback<ShowSuppressions>((given) => {
    const { activeElement } = document;
    opener.current = given ?? (() => activeElement);
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    const element = opener.current();
    if (element instanceof HTMLElement) element.focus();
  }, []);
  return (
    <SuppressionsContext value={show}>
      {children}
      {isOpen && <SuppressionsDialog onClose={close} />}
    </SuppressionsContext>
  );
}
