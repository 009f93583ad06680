import IconButton from "@mui/material/IconButton";
import type { Send } from "@sendwright/core/contract";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { useSendMail } from "../../data/sendMail.ts";
import styles from "./Sends.module.css";

interface Props {
  send: Send;
  /** The rows that have an email. */
  rows: readonly number[];
  /** The row whose email is shown; null if none has one. */
  shown: number | null;
  onShow: (row: number) => void;
  /** The sender's address. */
  from: string;
}

/** The emails of a send, as each person receives them, until they are deleted. */
export function SentMail({ send, rows, shown, onShow, from }: Props) {
  const go = (index: number) => {
    const next = rows[index];
    if (next !== undefined) onShow(next);
  };
  const mail = useSendMail(send.id, send.title === null ? null : shown);
  if (send.title === null) {
    return <Notice>We've deleted this send's email and recipients. Its numbers are still available.</Notice>;
  }
  if (shown === null) return null;
  const at = rows.indexOf(shown);
  if (mail.error) return <Notice variant="danger">{mail.error.message}</Notice>;
  if (!mail.data) return <Loading what="the email" heights={[320]} />;
  const { recipient, rendered_subject, rendered_body_html, rendered_text, mail: sent } = mail.data;
  return (
    <MailPreview
      from={from}
      to={recipient}
      subject={rendered_subject}
      html={rendered_body_html}
      text={rendered_text}
      attachments={sent.files}
      caption={
        rows.length > 1 && (
          <span className={styles.caption}>
            <IconButton size="small" aria-label="Previous email" disabled={at <= 0} onClick={() => go(at - 1)}>
              <ChevronLeft size={18} aria-hidden />
            </IconButton>
            <IconButton
              size="small"
              aria-label="Next email"
              disabled={at >= rows.length - 1}
              onClick={() => go(at + 1)}
            >
              <ChevronRight size={18} aria-hidden />
            </IconButton>
            Email {at + 1} of {rows.length}
          </span>
        )
      }
    />
  );
}
