import Button from "@mui/material/Button";
import type { RefObject } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** The content to restore. */
  name: string;
  /** The place of the field to focus; null if the content takes the focus itself. */
  place: RefObject<HTMLElement | null> | null;
  onRestore: () => void;
  disabled?: boolean;
  className?: string | undefined;
}

/**
 * Restores content that was replaced. Then this button disappears or becomes another, so the focus
 * moves to the field.
 */
export function RestoreButton({ name, place, onRestore, disabled = false, className }: Props) {
  const restore = () => {
    flushSync(onRestore);
    place?.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <Button
      size="small"
      variant="text"
      disabled={disabled}
      onClick={restore}
      {...(className && { className })}
    >
      Bring back {name}
    </Button>
  );
}
