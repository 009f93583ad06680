import { type ReactNode, useRef, useState } from "react";
import { afterPress } from "../lib/afterPress.ts";
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
  const [isLeft, setLeft] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const visit = () => {
    // A question that came late would come to a person who works elsewhere.
    preloadAll([Judged]);
    setLeft(false);
  };
  const leave = () =>
    afterPress(() => {
      if (!place.current?.contains(document.activeElement)) setLeft(true);
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the field inside is left.
    <div ref={place} className="stack gap-8" onFocus={visit} onBlur={leave}>
      {children}
      {isLeft && <Judged text={text} onUse={onUse} />}
    </div>
  );
}
