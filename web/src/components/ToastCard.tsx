import Alert from "@mui/material/Alert";
import IconButton from "@mui/material/IconButton";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { SEVERITIES } from "./ErrorNotice.tsx";
import styles from "./Toasts.module.css";
import { type Variant, VariantIcon } from "./VariantIcon.tsx";

/** A toast (rule: toasts). */
export interface Toast {
  id: number;
  message: string;
  variant: Variant;
  duration: number | null;
  about: string | undefined;
}

/** Whether a dialog is open in front of the toasts. */
function isAsked(): boolean {
  return document.querySelector('[role="alertdialog"]') !== null;
}

/** One toast. It waits while it is pointed at or holds the focus, and begins its time anew afterwards; so it does behind a question. */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const { id, message, variant, duration } = toast;

  useEffect(() => {
    if (held || duration === null) return;
    const expire = () => {
      if (isAsked()) timer = setTimeout(expire, duration);
      else onClose(id);
    };
    let timer = setTimeout(expire, duration);
    return () => clearTimeout(timer);
  }, [held, duration, id, onClose]);

  return (
    <Alert
      // The region around it is what announces it.
      role="presentation"
      variant="outlined"
      severity={SEVERITIES[variant]}
      icon={<VariantIcon variant={variant} />}
      className={styles.toast ?? ""}
      data-variant={variant}
      action={
        <IconButton size="small" aria-label="Close notification" onClick={() => onClose(id)}>
          <X size={16} aria-hidden />
        </IconButton>
      }
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message}
    </Alert>
  );
}
