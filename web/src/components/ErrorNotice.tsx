import Alert, { type AlertColor } from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { AppError } from "@sendwright/core/contract";
import styles from "./Notice.module.css";
import {
  type ErrorNoticeProps,
  type NoticeProps,
  noticeRole,
  ReportId,
  type Variant,
  VariantIcon,
} from "./noticeProps.tsx";

/** MUI's names for our variants. */
export const SEVERITIES: Record<Variant, AlertColor> = {
  success: "success",
  danger: "error",
  warning: "warning",
  info: "info",
};

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
      {title && <AlertTitle>{title}</AlertTitle>}
      {children}
    </>
  );
  return (
    <Alert
      severity={SEVERITIES[variant]}
      role={isAnnounced ? "note" : noticeRole(variant)}
      icon={<VariantIcon variant={variant} />}
    >
      {action ? (
        <div className={styles.notice}>
          <div className={styles.words}>{words}</div>
          <div className={styles.actions}>{action}</div>
        </div>
      ) : (
        words
      )}
    </Alert>
  );
}

/** An error: what happened, what to do now, and the id to quote when someone reports it. */
export function ErrorNotice({
  message,
  note,
  title,
  requestId,
  action,
  isAnnounced = false,
}: ErrorNoticeProps) {
  return (
    <Notice
      variant="danger"
      action={action}
      isAnnounced={isAnnounced}
      {...(title ? { title } : {})}
    >
      {message}
      {note && <p>{note}</p>}
      {requestId && <ReportId id={requestId} />}
    </Notice>
  );
}

interface FailedQuery {
  error: Error;
  isFetching?: boolean;
  refetch: () => unknown;
}

function TryAgain({ isFetching = false, refetch }: Omit<FailedQuery, "error">) {
  return (
    <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  );
}

interface QueryFailureProps extends FailedQuery {
  /** Says which older data is still shown. */
  kept?: string | undefined;
}

/** The failure of a query, with a button to try again. */
export function QueryFailure({ error, kept, ...query }: QueryFailureProps) {
  return (
    <ErrorNotice
      message={kept === undefined ? error.message : `${error.message} ${kept}`}
      requestId={error instanceof AppError ? error.requestId : undefined}
      action={<TryAgain {...query} />}
    />
  );
}

interface PreviewFailureProps extends FailedQuery {
  /** Says what to do if the message doesn't. */
  advice: string | undefined;
}

/** The failure of a preview, with a button to try again. */
export function PreviewFailure({ error, advice, ...query }: PreviewFailureProps) {
  return (
    <ErrorNotice
      message={`Preview Error: ${error.message}`}
      note={advice}
      action={<TryAgain {...query} />}
    />
  );
}
