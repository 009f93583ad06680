import { type RefObject, useMemo } from "react";
import { BringBackButton } from "../../../components/BringBackButton.tsx";
import { asideName } from "../form/aside.ts";
import type { Bulk } from "../useBulkSend.ts";

interface Props {
  bulk: Bulk;
  /** As in `BringBackButton`. */
  place: RefObject<HTMLElement | null> | null;
  onBring?: () => void;
}

/** Brings back the file, table or list that gave way in this mode, with all that was done to it. */
export function BringBack({ bulk: { form, change }, place, onBring }: Props) {
  const aside = form.asides[form.mode];
  // A long list is read once, not with every key.
  const name = useMemo(() => aside && asideName(aside), [aside]);
  if (name === null) return null;
  const bring = () => {
    change({ type: "bringBack" });
    onBring?.();
  };
  return <BringBackButton name={name} place={place} onBring={bring} />;
}
