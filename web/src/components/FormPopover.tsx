import Popover, { type PopoverActions, type PopoverVirtualElement } from "@mui/material/Popover";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";

export type FormAnchor = Element | PopoverVirtualElement;

interface Props {
  label: string;
  anchor: FormAnchor;
  onClose: () => void;
  children: ReactNode;
}

const MARGIN = 8;
/** As high as the forms are with everything in them. */
const ENOUGH = 480;

/** Opens below its anchor, or above it if there is more room, so that the text stays visible. */
function sideOf(anchor: FormAnchor): { isBelow: boolean; room: number } {
  const { top, bottom } = anchor.getBoundingClientRect();
  const below = window.innerHeight - bottom - 2 * MARGIN;
  const above = top - 2 * MARGIN;
  const isBelow = below >= ENOUGH || below >= above;
  return { isBelow, room: Math.max(isBelow ? below : above, 200) };
}

/** A small form beside its anchor; it never leaves the window, and scrolls if it doesn't fit. */
export function FormPopover({ label, anchor, onClose, children }: Props) {
  const action = useRef<PopoverActions>(null);
  const { isBelow, room } = useMemo(() => sideOf(anchor), [anchor]);
  const [content, setContent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!content) return;
    const resized = new ResizeObserver(() => action.current?.updatePosition());
    resized.observe(content);
    return () => resized.disconnect();
  }, [content]);
  return (
    <Popover
      open
      action={action}
      anchorEl={anchor}
      onClose={onClose}
      // The element that asked gets the focus back with the cursor where it was.
      disableRestoreFocus
      transitionDuration={0}
      anchorOrigin={{ vertical: isBelow ? "bottom" : "top", horizontal: "left" }}
      transformOrigin={{ vertical: isBelow ? "top" : "bottom", horizontal: "left" }}
      marginThreshold={MARGIN}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-label": label,
          sx: { my: isBelow ? 1 : -1, width: "min(380px, 100%)", maxHeight: room },
        },
      }}
    >
      <div ref={setContent}>{children}</div>
    </Popover>
  );
}
