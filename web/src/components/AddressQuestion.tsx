import type { ReactNode } from "react";
import { useLeft } from "../lib/useLeft.ts";
import { later, preloadAll } from "./later.tsx";

interface Props {
  text: string;
  onUse: (text: string) => void;
  /** The field. */
  children: ReactNode;
}

const Judged = later(() => import("./JudgedAddresses.tsx"));

/**
 * Below a field of addresses that you have left: which look mistyped, and the text that is probably
 * meant.
 */
export function AddressQuestion({ text, onUse, children }: Props) {
  const { isLeft, handlers } = useLeft(text);
  const visit = () => {
    // If the question loaded only once the field is left, it would appear too late.
    preloadAll([Judged]);
    handlers.onFocus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the field inside is left.
    <div className="stack gap-8" onFocus={visit} onBlur={handlers.onBlur}>
      {children}
      {isLeft && <Judged text={text} onUse={onUse} />}
    </div>
  );
}
