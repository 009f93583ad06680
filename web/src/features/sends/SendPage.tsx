import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { holdOf } from "@sendwright/core/attempt/hold";
import type { RowResult, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { readAddresses } from "@sendwright/core/recipients/copies";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { isOpen } from "@sendwright/core/sends/counts";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { isSuppressedRow } from "@sendwright/core/sends/received";
import {
  ArrowLeft,
  CalendarClock,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  Hourglass,
  type LucideIcon,
  Send as Plane,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import columns from "../../components/DataTable.module.css";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import { usePictureAddresses } from "../../data/pictureAddresses.ts";
import { useSendMail } from "../../data/sendActions.ts";
import { isNotFound, useSendProgress } from "../../data/sendProgress.ts";
import { noteInList } from "../../data/sendQueries.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { useSession } from "../../lib/useSession.ts";
import { dayAndTime } from "../../lib/when.ts";
import { CorrectThem, WriteToThem } from "../../sending/again/AgainButtons.tsx";
import { useAgain } from "../../sending/again/useAgain.ts";
import { DontEmailOffer } from "../../sending/DontEmailOffer.tsx";
import { SendControls } from "../../sending/panel/SendControls.tsx";
import { SendDetails } from "../../sending/panel/SendDetails.tsx";
import panel from "../../sending/panel/SendPanel.module.css";
import { useAccount, useIsSentHere } from "../../sending/SendingProvider.tsx";
import { exampleMessage, kindAndPeople, sendTitle, sendWhen } from "../../sending/sendHeading.ts";
import { useEnded } from "../../sending/useEnded.ts";
import { SaveAsTemplate } from "./SaveAsTemplate.tsx";
import styles from "./Sends.module.css";

interface SendMark {
  word: string;
  Icon: LucideIcon;
  color: string;
}

function markOf(send: Send): SendMark {
  switch (send.state) {
    case "scheduled":
      if (holdOf(send, Date.now()))
        return { word: "Held", Icon: Hourglass, color: "var(--ink-soft)" };
      return { word: "Scheduled", Icon: CalendarClock, color: "var(--ink-soft)" };
    case "preparing":
    case "queued":
      return { word: "Waiting", Icon: CircleDashed, color: "var(--ink-soft)" };
    case "running":
      return { word: "Sending", Icon: Plane, color: "var(--accent)" };
    case "paused":
      return { word: "Paused", Icon: CirclePause, color: "var(--warning)" };
    case "cancelled":
      return { word: "Canceled", Icon: CircleStop, color: "var(--skipped)" };
    case "done":
      return doneMark(send);
  }
}

/** Skipped rows were never meant to be sent, so they don't count as failures. */
function doneMark({ counts: { sent, failed, warning } }: Send): SendMark {
  if (sent === 0) return { word: "Not sent", Icon: TriangleAlert, color: "var(--failed)" };
  return failed + warning > 0
    ? { word: "Partly sent", Icon: TriangleAlert, color: "var(--warning)" }
    : { word: "Sent", Icon: CircleCheck, color: "var(--sent)" };
}

/** Where a send is: an icon and a word. */
export function StateMark({ send }: { send: Send }) {
  const { word, Icon, color } = markOf(send);
  return (
    <span className={styles.mark} style={{ color }}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}

/** A row that was skipped from the start has no email to show. */
function hasMail({ status, cancelled }: RowResult): boolean {
  return status !== "skipped" || cancelled === true;
}

/** Someone who got no email from this send, and may still ask never to get any. */
function isSomeone({ recipient }: RowResult): boolean {
  return parseRecipient(recipient) !== null;
}

function labelOf(result: RowResult): string {
  return hasMail(result) ? `Email to ${result.recipient}` : `About ${result.recipient}`;
}

/** The page of one send: its numbers, its people, its emails and its actions. */
export function SendPage({ id }: { id: string }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { data: progress, error, isFetching, refetch } = useSendProgress(id);
  const { state } = useLocation() as { state: { row?: number } | null };
  const [chosen, setChosen] = useState<number | null>(state?.row ?? null);
  const mail = useRef<HTMLDivElement>(null);
  const show = useCallback((row: number) => {
    setChosen(row);
    // In a narrow window it is below all the rows.
    mail.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { cache } = useAccount();
  const isSentHere = useIsSentHere(id);
  // What ends while it is looked at has ended in the list too.
  useEnded(progress?.send, (send) => noteInList(cache, send));
  if (!progress) {
    return (
      <Frame id={id} title="A send">
        {isNotFound(error) ? (
          <Notice>We can't find this send. It may have been deleted.</Notice>
        ) : error ? (
          <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <Loading what="the send" heights={[240]} />
        )}
      </Frame>
    );
  }
  const { send, results } = progress;
  const example = exampleMessage(send);
  const mailed = withoutFurther(results)
    .filter(hasMail)
    .map(({ row }) => row);
  const without = results.find(
    (result) => result.row === chosen && !hasMail(result) && isSomeone(result),
  );
  const shown = chosen !== null && mailed.includes(chosen) ? chosen : (mailed[0] ?? null);
  const email = user?.email ?? "";
  const toList = () => void navigate({ hash: "sends" }, { replace: true });
  return (
    <Frame id={id} title={sendTitle(send)}>
      <div className={columns.columns}>
        <section className={`${panel.panel} ${columns.steps}`} aria-label="Results">
          <SendDetails
            progress={progress}
            email={email}
            canSearch
            isAnnounced={isSentHere}
            mails={{
              shown: without?.row ?? shown,
              has: (result) => send.title !== null && (hasMail(result) || isSomeone(result)),
              label: labelOf,
              show,
            }}
            head={
              <>
                <div className={panel.head}>
                  <span className={styles.facts}>
                    <StateMark send={send} />
                    <span className="hint tabular">
                      {kindAndPeople(send)} · {sendWhen(send, Date.now())}
                      {send.title === send.subject && example !== null && ` · ${example}`}
                    </span>
                  </span>
                  <span className={`row ${panel.controls}`}>
                    {isOpen(send) && <SendControls send={send} email={email} onUndone={toList} />}
                    {send.title !== null && <UseAgain send={send} />}
                    {send.title !== null && <SaveAsTemplate send={send} />}
                  </span>
                </div>
                <Related send={send} />
              </>
            }
            correct={
              send.title !== null && (
                <>
                  <CorrectThem progress={progress} />
                  <WriteToThem progress={progress} />
                </>
              )
            }
            onDeleted={toList}
          />
        </section>
        <div ref={mail} className={columns.mail}>
          {without ? (
            <WithoutMail result={without} />
          ) : (
            <SentMail
              send={send}
              rows={mailed}
              shown={shown}
              onShow={setChosen}
              from={email}
              isSought={state?.row !== undefined}
            />
          )}
        </div>
      </div>
    </Frame>
  );
}

function Frame({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation() as { state: { row?: number } | null };
  useEffect(() => {
    // The focus continues here, and not at the top of the page.
    heading.current?.focus();
  }, []);
  return (
    <div className={columns.screen}>
      <div>
        <Link
          to={{ hash: "sends" }}
          state={{ left: id, row: state?.row }}
          replace
          className={styles.back}
        >
          <ArrowLeft size={16} aria-hidden />
          All sends
        </Link>
        <h1 ref={heading} tabIndex={-1} className="size-28 breaks reached" dir="auto">
          <WrittenText text={title} />
        </h1>
      </div>
      {children}
    </div>
  );
}

/** The sends that belong to one: the one that it corrects, and those that correct it. */
function Related({ send: { corrects, corrected = [] } }: { send: Send }) {
  if (!corrects && corrected.length === 0) return null;
  return (
    <ul className={styles.related}>
      {corrects && (
        <li>
          This corrects people of <Link to={{ hash: `sends/${corrects}` }}>an earlier send</Link>.
        </li>
      )}
      {corrected.map(({ id, created_at, rows }) => (
        <li key={id}>
          {pluralize(rows.length, "person was", "people were")} corrected in{" "}
          <Link to={{ hash: `sends/${id}` }}>
            the send from {dayAndTime(created_at, Date.now())}
          </Link>
          .
        </li>
      ))}
    </ul>
  );
}

/** Takes the same email and settings into Bulk Send, for a new list. */
function UseAgain({ send }: { send: Send }) {
  const { isReady, isFree, put } = useAgain(send);
  const take = async () => {
    if (isFree()) put();
  };
  return (
    <Button size="small" disabled={!isReady} onClick={() => void take()}>
      Send to new people
    </Button>
  );
}

interface Props {
  send: Send;
  /** The rows that have an email. */
  rows: readonly number[];
  /** The row whose email is shown; null if none has one. */
  shown: number | null;
  onShow: (row: number) => void;
  /** The sender's address. */
  from: string;
  /** Whether the person came for one of them: in a narrow window it is below all the rows. */
  isSought: boolean;
}

/** Someone who got no email, and why. */
function WithoutMail({ result: { recipient, reason, status } }: { result: RowResult }) {
  const { suppressed } = useSuppressedKeys(false);
  const address = parseRecipient(recipient)?.address;
  return (
    <div className="stack gap-8">
      {address !== undefined && !isSuppressedRow({ status, reason }) && (
        <DontEmailOffer address={address} suppressed={suppressed} />
      )}
      <p className="breaks">
        No email to {recipient}. {reason}
      </p>
    </div>
  );
}

/** More people than these would push the email off the screen. */
const MAX_OFFERED = 4;

/** The emails of a send, as each person receives them, until they are deleted. */
function SentMail({ send, rows, shown, onShow, from, isSought }: Props) {
  const go = (index: number) => {
    const next = rows[index];
    if (next !== undefined) onShow(next);
  };
  const mail = useSendMail(send.id, send.title === null ? null : shown);
  const { suppressed } = useSuppressedKeys(isOpen(send));
  const place = useRef<HTMLDivElement>(null);
  const isThere = mail.data !== undefined;
  useEffect(() => {
    if (isSought && isThere) place.current?.scrollIntoView({ block: "nearest" });
  }, [isSought, isThere]);
  const pictures = usePictureAddresses(mail.data?.rendered_body_html ?? "", { send: send.id });
  if (send.title === null) {
    return (
      <Notice>
        We've deleted this send's email and recipients. Its numbers are still available.
      </Notice>
    );
  }
  if (shown === null) return null;
  const at = rows.indexOf(shown);
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
      {people.map((address) => (
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
