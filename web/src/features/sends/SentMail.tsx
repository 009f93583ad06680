import type { RowResult, Send } from "@sendwright/core/contract";
import { readAddresses } from "@sendwright/core/recipients/copies";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { isOpen } from "@sendwright/core/sends/counts";
import { emailRowOf, withoutFurther } from "@sendwright/core/sends/joined";
import { isSuppressedRow } from "@sendwright/core/sends/received";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../components/Button.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { usePictureSources } from "../../data/pictureSources.ts";
import { useSendMail } from "../../data/sendMail.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { DontEmailOffer } from "../../sending/DontEmailOffer.tsx";
import type { ResultSearch } from "../../sending/panel/Results.tsx";

/** A row that was skipped from the start has no email to show. */
export function hasMail({ status, cancelled }: RowResult): boolean {
  return status !== "skipped" || cancelled === true;
}

/** Someone who got no email from this send, and may still ask never to get any. */
export function isSomeone({ recipient }: RowResult): boolean {
  return parseRecipient(recipient) !== null;
}

export function labelOf(result: RowResult): string {
  return hasMail(result) ? `Email to ${result.recipient}` : `About ${result.recipient}`;
}

/**
 * The row to show beside the table, and `mailed`, the rows in the table that have an email. The row
 * is the one that was asked for, if the table has it. Otherwise, it is the first row with an email,
 * or the only row found while a search or filter hides others.
 */
export function besideTable(
  results: readonly RowResult[],
  { found }: Pick<ResultSearch, "found">,
  asked: number | null,
): { shown: RowResult | null; mailed: number[] } {
  const inTable = new Set(found.map(emailRowOf));
  const emails = withoutFurther(results).filter(({ row }) => inTable.has(row));
  const showable = emails.filter((result) => hasMail(result) || isSomeone(result));
  const mailed = emails.filter(hasMail);
  const isAll = found.length === results.length;
  const first = isAll ? mailed[0] : showable.length === 1 ? showable[0] : undefined;
  return {
    shown: showable.find(({ row }) => row === asked) ?? first ?? null,
    mailed: mailed.map(({ row }) => row),
  };
}

interface Props {
  send: Send;
  /** The rows that have an email. */
  rows: readonly number[];
  /** The result of the row whose email is shown; null if none has one. */
  result: RowResult | null;
  onShow: (row: number) => void;
  /** The sender's address. */
  from: string;
  /** Whether people are being chosen in the table: then only those matter. */
  isChoosing: boolean;
  /** Whether the person came for one of them: in a narrow window it is below all the rows. */
  isSought: boolean;
}

/** Someone who got no email, and why. */
export function WithoutMail({ result }: { result: RowResult }) {
  const { recipient, reason, status } = result;
  const { suppressed } = useSuppressedKeys(false);
  const address = parseRecipient(recipient)?.address;
  return (
    <div className="stack gap-8">
      {address !== undefined && !isSuppressedRow({ status, reason }) && (
        <DontEmailOffer address={address} suppressed={suppressed} />
      )}
      <p className="breaks">
        No email to {namedPerson(result)}. {reason}
      </p>
    </div>
  );
}

/** Says above an email that this person doesn't have it; null if they do, or it isn't known. */
function notSentMessage({ status, cancelled }: RowResult): string | null {
  if (status === "failed" || cancelled === true) return "This email wasn't sent.";
  return status === "queued" ? "This email hasn't been sent yet." : null;
}

/** More people than these would push the email off the screen. */
const MAX_OFFERED = 4;

/** The emails of a send, as each person receives them, until they are deleted. */
export function SentMail({ send, rows, result, onShow, from, isChoosing, isSought }: Props) {
  const shown = result?.row ?? null;
  const go = (index: number) => {
    const next = rows[index];
    if (next !== undefined) onShow(next);
  };
  const mail = useSendMail(send.id, send.title === null ? null : shown, (row) =>
    rows.includes(row),
  );
  const { suppressed } = useSuppressedKeys(isOpen(send));
  const place = useRef<HTMLDivElement>(null);
  const isThere = mail.data !== undefined;
  useEffect(() => {
    if (isSought && isThere) place.current?.scrollIntoView({ block: "nearest" });
  }, [isSought, isThere]);
  const pictures = usePictureSources(mail.data?.rendered_body_html ?? "", { send: send.id });
  if (send.title === null) {
    return (
      <Notice>
        We've deleted this send's email and recipients. Its numbers are still available.
      </Notice>
    );
  }
  if (result === null || shown === null) return null;
  const at = rows.indexOf(shown);
  const notSent = notSentMessage(result);
  if (mail.error) return <Notice variant="danger">{mail.error.message}</Notice>;
  if (!mail.data) return <Loading what="the email" heights={[320]} />;
  const {
    recipient,
    cc,
    bcc,
    reply_to,
    rendered_subject,
    rendered_body_html,
    rendered_text,
    mail: sent,
  } = mail.data;
  const people = [...readAddresses(recipient, "To").people, ...readAddresses(cc ?? "", "Cc").people]
    .slice(0, MAX_OFFERED)
    .map(({ address }) => address);
  return (
    <div ref={place} className="stack gap-8">
      {notSent !== null && <Notice>{notSent}</Notice>}
      {!isChoosing &&
        people.map((address) => (
          <DontEmailOffer key={address} address={address} suppressed={suppressed} />
        ))}
      <MailPreview
        from={from}
        to={recipient}
        cc={cc}
        bcc={bcc}
        replyTo={reply_to}
        subject={rendered_subject}
        html={rendered_body_html}
        text={rendered_text}
        pictures={pictures}
        attachments={sent.files}
        caption={
          rows.length > 1 && (
            <span className="line gap-4 size-13 tabular">
              <IconButton
                size="small"
                aria-label="Previous email"
                disabled={at <= 0}
                onClick={() => go(at - 1)}
              >
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
    </div>
  );
}
