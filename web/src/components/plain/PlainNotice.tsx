import {
  type ErrorNoticeProps,
  type NoticeProps,
  noticeRole,
  ReportId,
  VariantIcon,
} from "../noticeProps.tsx";
import styles from "./PlainNotice.module.css";

/** A calm box with an icon and words, for the pages that come without MUI. */
export function PlainNotice({ variant = "info", title, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-variant={variant} role={noticeRole(variant)}>
      <VariantIcon variant={variant} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/**
 * An error on a page without MUI: what happened, what to do now, and the id to quote when someone
 * reports it.
 */
export function PlainErrorNotice({ message, title, requestId, action }: ErrorNoticeProps) {
  return (
    <PlainNotice variant="danger" action={action} title={title}>
      {message}
      {requestId && <ReportId id={requestId} />}
    </PlainNotice>
  );
}
