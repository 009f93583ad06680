import { AppError } from "@sendwright/core/contract";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { isolated } from "./isolated.tsx";
import styles from "./Notice.module.css";
import {
  type ErrorNoticeProps,
  type NoticeProps,
  noticeRole,
  ReportId,
  type Variant,
  VariantIcon,
} from "./noticeProps.tsx";

interface NoticeBoxProps extends ComponentProps<"div"> {
  variant: Variant;
  /** Beside the words, at the end. */
  action?: ReactNode;
}

/** A calm box with an icon, in the colors of its variant. */
export function NoticeBox({ variant, action, children, className, ...div }: NoticeBoxProps) {
  return (
    <div {...div} className={`${styles.box} ${className ?? ""}`} data-variant={variant}>
      <VariantIcon variant={variant} />
      <div className={styles.message}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A calm box with an icon and words, and one place for all its buttons. */
export function Notice({
  variant = "info",
  title,
  children,
  action,
  isAnnounced = false,
}: NoticeProps) {
  const words = (
    <>
      {title && <div className={styles.title}>{isolated(title)}</div>}
      {isolated(children)}
    </>
  );
  return (
    <NoticeBox variant={variant} role={isAnnounced ? "note" : noticeRole(variant)}>
      {action ? (
        <div className={styles.notice}>
          <div className={styles.words}>{words}</div>
          <div className={styles.actions}>{action}</div>
        </div>
      ) : (
        words
      )}
    </NoticeBox>
  );
}

/** A notice about an error: what happened, what to do now, and the id to quote in a report. */
export function ErrorNotice({ message, note, requestId, ...notice }: ErrorNoticeProps) {
  return (
    <Notice variant="danger" {...notice}>
      {message}
      {note && <p>{note}</p>}
      {requestId && <ReportId id={requestId} />}
    </Notice>
  );
}

/** A query that failed; the button for the next try waits while one is under way. */
interface FailedQuery {
  error: Error;
  isFetching?: boolean;
  refetch: () => unknown;
}

interface QueryFailureProps extends FailedQuery {
  /** Says which older data is still shown. */
  kept?: string | undefined;
}

/** The error of a query, with a button to try again. */
export function QueryFailure({ error, kept, isFetching, refetch }: QueryFailureProps) {
  return (
    <ErrorNotice
      message={kept === undefined ? error.message : `${error.message} ${kept}`}
      requestId={error instanceof AppError ? error.requestId : undefined}
      action={<TryAgain isBusy={isFetching} onClick={refetch} />}
    />
  );
}

interface PreviewFailureProps extends FailedQuery {
  /** Says what to do if the message doesn't. */
  advice: string | undefined;
}

/** The error of a preview, with a button to try again. */
export function PreviewFailure({ error, advice, isFetching, refetch }: PreviewFailureProps) {
  return (
    <ErrorNotice
      message={`Preview Error: ${error.message}`}
      note={advice}
      action={<TryAgain isBusy={isFetching} onClick={refetch} />}
    />
  );
}

function TryAgain({
  isBusy = false,
  onClick,
}: {
  isBusy: boolean | undefined;
  onClick: () => unknown;
}) {
  return (
    <Button size="small" disabled={isBusy} onClick={() => void onClick()}>
      Try again
    </Button>
  );
}
