import { X } from "lucide-react";
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { reserveToasts } from "../lib/reserveBar.ts";
import { Button, IconButton } from "./Button.tsx";
import { NoticeBox } from "./ErrorNotice.tsx";
import { isolated } from "./isolated.tsx";
import type { Variant } from "./noticeProps.tsx";
import styles from "./Toasts.module.css";

export interface ToastOptions {
  variant?: Variant;
  /** Milliseconds until it closes; null keeps it until the person closes it. */
  duration?: number | null;
  /**
   * Its subject: a later toast about the same subject replaces it, so an old error isn't shown
   * beside a success.
   */
  about?: string;
  /**
   * Whether something on the screen announces it too: then the toast is shown, but not announced
   * twice.
   */
  isAnnounced?: boolean;
  /**
   * Whether something in view shows it too, asked once: then it is announced, but
   * not shown twice.
   */
  isSeen?: () => boolean;
  /** Its button; pressing it closes the toast. */
  action?: ToastAction;
}

interface ToastAction {
  /** The word on the button. */
  word: string;
  run: () => void;
}

type ShowToast = (message: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Milliseconds that the words of a toast that isn't shown stay for a screen reader. */
const HEARD = 1_000;

/** More than these would hide the screen. */
const MAX_TOASTS = 4;

/**
 * Keeps an element from being hidden from screen readers by a dialog, which hides everything beside
 * it. Returns the function that ends it.
 */
function keepHeard(element: HTMLElement): () => void {
  const hear = () => element.removeAttribute("aria-hidden");
  const watching = new MutationObserver(hear);
  watching.observe(element, { attributeFilter: ["aria-hidden"] });
  hear();
  return () => watching.disconnect();
}

/**
 * Holds the toasts of a page, at the bottom end, above dialogs; a screen reader hears them there,
 * too.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const corner = useRef<HTMLElement>(null);
  const reserved = useCallback((element: HTMLElement | null) => {
    corner.current = element;
    if (!element) return undefined;
    const ends = [reserveToasts(element), keepHeard(element)];
    return () => {
      for (const end of ends) end?.();
    };
  }, []);
  const cameFrom = useRef<HTMLElement>(null);
  const close = useCallback((id: number) => {
    // Closed by the keyboard: the focus goes back to where it came from. It stays in another toast.
    const closed = corner.current?.querySelector(`[data-toast="${id}"]`);
    if (closed?.contains(document.activeElement)) cameFrom.current?.focus();
    setToasts((now) => now.filter((toast) => toast.id !== id));
  }, []);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  };
  const show = useCallback<ShowToast>(
    (message, { variant = "info", duration = 5000, isAnnounced = false, isSeen, ...more } = {}) => {
      lastId.current += 1;
      const isHeard = isSeen?.() ?? false;
      const toast = {
        ...more,
        id: lastId.current,
        message,
        variant,
        duration: isHeard ? HEARD : duration,
        isAnnounced,
        isHeard,
      };
      // The same text again replaces the old toast.
      const isStale = (old: Toast) =>
        old.message === message || (more.about !== undefined && old.about === more.about);
      setToasts((now) => withoutOldest([...now.filter((old) => !isStale(old)), toast]));
    },
    [],
  );
  useEffect(() => {
    if (toasts.length > 0 && corner.current) uncover(corner.current);
  }, [toasts]);
  const announced = useMemo(() => toasts.filter(({ isAnnounced }) => isAnnounced), [toasts]);
  const urgent = useMemo(
    () => toasts.filter(({ isAnnounced, variant }) => !isAnnounced && variant === "danger"),
    [toasts],
  );
  const calm = useMemo(
    () => toasts.filter(({ isAnnounced, variant }) => !isAnnounced && variant !== "danger"),
    [toasts],
  );

  return (
    <ToastContext value={show}>
      {children}
      {createPortal(
        <section
          ref={reserved}
          className={styles.corner}
          aria-label="Notifications"
          onFocus={remember}
        >
          {/* Not atomic: a new toast is read without those that are there already. */}
          <div role="status" aria-live="polite" aria-atomic={false} className="stack gap-8 filled">
            {calm.map((toast) => (
              <ToastCard key={toast.id} toast={toast} onClose={close} />
            ))}
          </div>
          <div
            role="alert"
            aria-live="assertive"
            aria-atomic={false}
            className="stack gap-8 filled"
          >
            {urgent.map((toast) => (
              <ToastCard key={toast.id} toast={toast} onClose={close} />
            ))}
          </div>
          <div className="stack gap-8 filled">
            {announced.map((toast) => (
              <ToastCard key={toast.id} toast={toast} onClose={close} />
            ))}
          </div>
        </section>,
        // Within the page, they would be hidden with it.
        document.body,
      )}
    </ToastContext>
  );
}

/** The function that shows a toast: `toast("Saved.", { variant: "success", duration: 3000 })`. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it.");
  return show;
}

/** The toasts without the oldest of those that are too many to be shown. */
function withoutOldest(toasts: Toast[]): Toast[] {
  const shown = toasts.filter(({ isHeard }) => !isHeard).slice(-MAX_TOASTS);
  return toasts.filter((toast) => toast.isHeard || shown.includes(toast));
}

/** A toast (rule: toasts). */
interface Toast extends Omit<ToastOptions, "isSeen"> {
  id: number;
  message: string;
  variant: Variant;
  duration: number | null;
  isAnnounced: boolean;
  /** Whether it is only announced. */
  isHeard: boolean;
}

const FIELDS =
  "input:not([aria-hidden], [type=file]), textarea, select, [contenteditable=true], [role=combobox]";

/**
 * Scrolls the field that someone is in, or else the first one in the window, which is next, out from
 * under the toasts.
 */
function uncover(corner: HTMLElement): void {
  const used = document.activeElement?.matches(FIELDS) ? document.activeElement : null;
  const fields = used ? [used] : [...document.querySelectorAll(FIELDS)];
  const above = corner.getBoundingClientRect();
  const field = fields.find((one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < window.innerHeight;
  });
  if (field === undefined) return;
  const below = field.getBoundingClientRect();
  const isCovered =
    below.bottom > above.top &&
    below.top < above.bottom &&
    below.right > above.left &&
    below.left < above.right;
  if (!isCovered) return;
  if (used) used.scrollIntoView({ block: "center" });
  else window.scrollBy({ top: below.bottom - above.top + 8, behavior: "instant" });
}

/** Whether a dialog is open in front of the toasts. */
function isAsked(): boolean {
  return document.querySelector('[role="alertdialog"]') !== null;
}

/**
 * One toast. Its time stops while the pointer or the focus is on it, or a dialog is open, and
 * starts again afterward.
 */
function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const { id, message, variant, duration, action, isHeard } = toast;
  const words = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Before a screen reader sees the toast: it doesn't read a button that comes later. A phone that
  // is turned may cut other words.
  useLayoutEffect(() => {
    const text = words.current;
    if (!text) return;
    const measure = () => setLong(text.scrollHeight > text.clientHeight);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(text);
    return () => resized.disconnect();
  }, []);

  useEffect(() => {
    if (held || duration === null) return;
    const expire = () => {
      if (isAsked()) timer = setTimeout(expire, duration);
      else onClose(id);
    };
    let timer = setTimeout(expire, duration);
    return () => clearTimeout(timer);
  }, [held, duration, id, onClose]);

  if (isHeard) return <p className="unseen">{message}</p>;
  return (
    <NoticeBox
      // The region around it is what announces it.
      role="presentation"
      variant={variant}
      className={styles.toast}
      data-toast={id}
      action={
        <>
          {isLong && !isOpen && (
            <Button size="small" onClick={() => setOpen(true)}>
              More
            </Button>
          )}
          {action && (
            <Button
              size="small"
              onClick={() => {
                onClose(id);
                action.run();
              }}
            >
              {action.word}
            </Button>
          )}
          <IconButton size="small" aria-label="Close notification" onClick={() => onClose(id)}>
            <X size={16} aria-hidden />
          </IconButton>
        </>
      }
      // A toast that appears under a resting pointer gets `mouseenter`, too: only a move shows that
      // someone points at it.
      onMouseMove={({ movementX, movementY }) =>
        (movementX !== 0 || movementY !== 0) && setHeld(true)
      }
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div ref={words} className={styles.words} data-open={isOpen}>
        {isolated(message)}
      </div>
    </NoticeBox>
  );
}
