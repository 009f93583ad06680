import type { ReactNode } from "react";
import styles from "./Notice.module.css";
import { type Variant, VariantIcon } from "./VariantIcon.tsx";

interface NoticeProps {
  variant?: Variant;
  title?: string;
  children: ReactNode;
  /** A button or link: what to do now. */
  action?: ReactNode;
}

/** A calm box with an icon and words. Danger and warning are announced at once, the others when there is time. */
export function Notice({ variant = "info", title, children, action }: NoticeProps) {
  const urgent = variant === "danger" || variant === "warning";
  return (
    <div className={styles.notice} data-variant={variant} role={urgent ? "alert" : "status"}>
      <VariantIcon variant={variant} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorNoticeProps {
  /** What happened, in the words to show. */
  message: string;
  title?: string;
  /** Id of the request that failed, for a person to report. */
  requestId?: string | undefined;
  action?: ReactNode;
}

/** An error: what happened, what to do now, and the id to quote when someone reports it. */
export function ErrorNotice({ message, title, requestId, action }: ErrorNoticeProps) {
  return (
    <Notice variant="danger" action={action} {...(title ? { title } : {})}>
      {message}
      {requestId && (
        <span className={styles.id}>
          If you report this, please quote <code>{requestId}</code>.
        </span>
      )}
    </Notice>
  );
}
