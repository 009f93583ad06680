import Button from "@mui/material/Button";
import type { RefObject } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** The content to bring back. */
  name: string;
  /** The place of the field to focus; null if the content takes the focus itself. */
  place: RefObject<HTMLElement | null> | null;
  onBring: () => void;
  disabled?: boolean;
  className?: string | undefined;
}

/** Brings back what gave way. With that this button is gone, or is another: the focus goes to the field. */
export function BringBackButton({ name, place, onBring, disabled = false, className }: Props) {
  const bring = () => {
    flushSync(onBring);
    place?.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <Button size="small" variant="text" disabled={disabled} onClick={bring} {...(className && { className })}>
      Bring back {name}
    </Button>
  );
}
