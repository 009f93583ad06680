import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { reserveToasts } from "../lib/reserveBar.ts";
import { type Toast, ToastCard } from "./ToastCard.tsx";
import styles from "./Toasts.module.css";
import type { Variant } from "./VariantIcon.tsx";

export interface ToastOptions {
  variant?: Variant;
  /** Milliseconds until it closes; null keeps it until the person closes it. */
  duration?: number | null;
  /** Its subject: a later toast about the same subject replaces it, so an old error isn't shown beside a success. */
  about?: string;
}

type ShowToast = (message: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** More than these on one screen would hide what they speak about. */
const MOST = 4;

/** Holds the toasts of a page, at the bottom end; a screen reader hears them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const corner = useRef<HTMLElement>(null);
  const reserved = useCallback((element: HTMLElement | null) => {
    corner.current = element;
    return reserveToasts(element);
  }, []);
  const cameFrom = useRef<HTMLElement>(null);
  const close = useCallback((id: number) => {
    // Closed by the keyboard: the focus goes back to where it came from.
    if (corner.current?.contains(document.activeElement)) cameFrom.current?.focus();
    setToasts((now) => now.filter((toast) => toast.id !== id));
  }, []);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  };
  const show = useCallback<ShowToast>((message, { variant = "info", duration = 5000, about } = {}) => {
    lastId.current += 1;
    const toast = { id: lastId.current, message, variant, duration, about };
    // The same words again are the same news: the old toast makes way.
    const isStale = (old: Toast) => old.message === message || (about !== undefined && old.about === about);
    setToasts((now) => [...now.filter((old) => !isStale(old)), toast].slice(-MOST));
  }, []);
  const urgent = useMemo(() => toasts.filter(({ variant }) => variant === "danger"), [toasts]);
  const calm = useMemo(() => toasts.filter(({ variant }) => variant !== "danger"), [toasts]);

  return (
    <ToastContext value={show}>
      {children}
      <section ref={reserved} className={styles.corner} aria-label="Notifications" onFocus={remember}>
        <div role="status" aria-live="polite" className={styles.stack}>
          {calm.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onClose={close} />
          ))}
        </div>
        <div role="alert" aria-live="assertive" className={styles.stack}>
          {urgent.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onClose={close} />
          ))}
        </div>
      </section>
    </ToastContext>
  );
}

/** The function that shows a toast: `toast("Saved.", { variant: "success", duration: 3000 })`. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it.");
  return show;
}
