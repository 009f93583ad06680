import { X } from "lucide-react";
import { useEffect, useState } from "react";
import styles from "./Toasts.module.css";
import type { Toast } from "./Toasts.tsx";
import { VariantIcon } from "./VariantIcon.tsx";

/** One toast. It waits while it is pointed at or holds the focus, and begins its time anew afterwards. */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const { id, message, variant, duration } = toast;

  useEffect(() => {
    if (held || duration === null) return;
    const timer = setTimeout(() => onClose(id), duration);
    return () => clearTimeout(timer);
  }, [held, duration, id, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a toast only stops its clock.
    <div
      className={styles.toast}
      data-variant={variant}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <VariantIcon variant={variant} />
      <p className={styles.message}>{message}</p>
      <button type="button" className={styles.close} aria-label="Close notification" onClick={() => onClose(id)}>
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
