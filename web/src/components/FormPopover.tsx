import Popover, { type PopoverActions, type PopoverVirtualElement } from "@mui/material/Popover";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import styles from "./popoverForm.module.css";
import { useIsPhone } from "./useIsPhone.ts";

/** What a form is for: an element, or a line in one. */
export type FormAnchor = Element | (PopoverVirtualElement & { within: Element | null });

interface Props {
  label: string;
  anchor: FormAnchor;
  onClose: () => void;
  children: ReactNode;
}

const MARGIN = 8;
const WIDTH = 380;
/** The height of the highest form. */
const FULL_HEIGHT = 480;
/** The height that most forms need. */
const USUAL_HEIGHT = 400;
/** The height in which a form can be used, by scrolling. */
const MIN_HEIGHT = 200;
/** The height of the buttons at the bottom, which must not cover a field that gets the focus. */
const BUTTONS_HEIGHT = 72;

interface FormPlace {
  isBelow: boolean;
  /** The height beside its anchor. */
  room: number;
  /** Its corner, if it is beside the text. */
  beside: { top: number; left: number } | null;
}

/**
 * Opens below its anchor, or above it if there is more room, so that the text stays visible; where
 * both have little, beside the field that the text is in.
 */
function sideOf(anchor: FormAnchor): FormPlace {
  const { top, bottom } = anchor.getBoundingClientRect();
  const below = window.innerHeight - bottom - 2 * MARGIN;
  const above = top - 2 * MARGIN;
  const isBelow = below >= FULL_HEIGHT || below >= above;
  const room = Math.max(isBelow ? below : above, MIN_HEIGHT);
  const field = "within" in anchor ? anchor.within?.getBoundingClientRect() : undefined;
  const left = (field?.right ?? window.innerWidth) + MARGIN;
  const isBeside = room < USUAL_HEIGHT && left + WIDTH + MARGIN <= window.innerWidth;
  return isBeside
    ? { isBelow: true, room: window.innerHeight - 2 * MARGIN, beside: { top, left } }
    : { isBelow, room, beside: null };
}

/**
 * Scrolls the anchor above a form at the bottom of the window, and adds the room that this needs.
 */
function moveAbove(form: HTMLElement, anchor: FormAnchor): void {
  const scroller = scrollerOf(anchor);
  const { top } = form.getBoundingClientRect();
  spaceOf(scroller).style.paddingBlockEnd = `${window.innerHeight - top}px`;
  scroller.scrollTop += Math.max(0, anchor.getBoundingClientRect().bottom + MARGIN - top);
}

function scrollerOf(anchor: FormAnchor): HTMLElement {
  const place = "within" in anchor ? anchor.within : anchor;
  return place?.closest<HTMLElement>(".MuiDialogContent-root") ?? document.documentElement;
}

function spaceOf(scroller: HTMLElement): HTMLElement {
  return scroller === document.documentElement ? document.body : scroller;
}

/**
 * A small form beside its anchor; it never leaves the window, and scrolls if it doesn't fit. On a
 * phone it is a sheet at the bottom of the window (`phone.css`), and the anchor is in sight above
 * it.
 */
export function FormPopover({ label, anchor, onClose, children }: Props) {
  const action = useRef<PopoverActions>(null);
  const isSheet = useIsPhone();
  const { isBelow, room, beside } = useMemo(() => sideOf(anchor), [anchor]);
  const [content, setContent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!content?.parentElement) return;
    const form = content.parentElement;
    const place = () => (isSheet ? moveAbove(form, anchor) : action.current?.updatePosition());
    const resized = new ResizeObserver(place);
    resized.observe(content);
    return () => {
      resized.disconnect();
      spaceOf(scrollerOf(anchor)).style.removeProperty("padding-block-end");
    };
  }, [content, anchor, isSheet]);
  return (
    <Popover
      open
      action={action}
      anchorEl={anchor}
      {...(beside && { anchorReference: "anchorPosition", anchorPosition: beside })}
      onClose={onClose}
      data-form
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
          sx: {
            my: beside ? 0 : isBelow ? 1 : -1,
            width: `min(${WIDTH}px, 100%)`,
            // Someone may make the window lower while the form is open.
            maxHeight: `min(${room}px, calc(100% - ${2 * MARGIN}px))`,
            scrollPaddingBlockEnd: `${BUTTONS_HEIGHT}px`,
          },
        },
      }}
    >
      <div ref={setContent}>{children}</div>
    </Popover>
  );
}

interface ActionsProps {
  /** The word on the button that submits the form. */
  action: string;
  onCancel: () => void;
  /** Absent if there is nothing to remove. */
  onRemove?: (() => void) | undefined;
}

/** The buttons at the bottom of such a form. */
export function FormActions({ action, onCancel, onRemove }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {onRemove && <RemoveButton onClick={onRemove}>Remove</RemoveButton>}
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="contained">
        {action}
      </Button>
    </div>
  );
}

/** The button that removes the subject of such a form, apart from the other buttons. */
export function RemoveButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button color="error" variant="text" onClick={onClick} style={{ marginInlineEnd: "auto" }}>
      {children}
    </Button>
  );
}
