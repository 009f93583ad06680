import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { isOpen } from "@sendwright/core/sends/counts";
import {
  ArrowLeft,
  CalendarClock,
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
import { Button } from "../../components/Button.tsx";
import columns from "../../components/DataTable.module.css";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import { isNotFound, type SendProgress, useSendProgress } from "../../data/sendProgress.ts";
import { noteInList } from "../../data/sendQueries.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { useSession } from "../../lib/useSession.ts";
import { namedTime } from "../../lib/when.ts";
import { CorrectThem } from "../../sending/again/AgainButtons.tsx";
import { ChoosePeople, usePeopleChoice, WriteToAll } from "../../sending/again/PeopleChoice.tsx";
import { useAgain } from "../../sending/again/useAgain.ts";
import { useResultSearch } from "../../sending/panel/Results.tsx";
import { SendControls } from "../../sending/panel/SendControls.tsx";
import { asShown, SendDetails } from "../../sending/panel/SendDetails.tsx";
import panel from "../../sending/panel/SendPanel.module.css";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { exampleMessage, kindAndPeople, sendTitle, sendWhen } from "../../sending/sendHeading.ts";
import { useEnded } from "../../sending/useEnded.ts";
import { SaveAsTemplate } from "./SaveAsTemplate.tsx";
import styles from "./Sends.module.css";
import { besideTable, hasMail, isSomeone, labelOf, SentMail, WithoutMail } from "./SentMail.tsx";

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
      if (send.replaced_by !== undefined)
        return { word: "Replaced", Icon: CircleStop, color: "var(--ink-soft)" };
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

/** The page of one send: its numbers, its people, its emails and its actions. */
export function SendPage({ id }: { id: string }) {
  const { data: progress, error, isFetching, refetch } = useSendProgress(id);
  return progress ? (
    <Frame id={id} title={sendTitle(progress.send)}>
      <Known progress={progress} />
    </Frame>
  ) : (
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

/** A send that has been read. */
function Known({ progress }: { progress: SendProgress }) {
  const { send, results } = progress;
  const { user } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { row?: number } | null };
  const [asked, setAsked] = useState<number | null>(state?.row ?? null);
  const mail = useRef<HTMLDivElement>(null);
  const show = useCallback((row: number) => {
    setAsked(row);
    // In a narrow window it is below all the rows.
    mail.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { cache } = useAccount();
  // A send that ends while this page shows it has ended in the list, too.
  useEnded(send, (ended) => noteInList(cache, ended));
  const { suppressed } = useSuppressedKeys(isOpen(send));
  const search = useResultSearch(asShown(progress, suppressed).results);
  const choice = usePeopleChoice(send);
  const { shown, mailed } = besideTable(results, search, asked);
  const email = user?.email ?? "";
  const example = exampleMessage(send);
  const toList = () => {
    // Who has left this page stays where they are.
    if (window.location.hash === `#sends/${send.id}`)
      void navigate({ hash: "sends" }, { replace: true });
  };
  return (
    <div className={columns.columns}>
      <section className={`${panel.panel} ${columns.steps}`} aria-label="Results">
        <SendDetails
          progress={progress}
          email={email}
          pageParts={{
            search,
            mails: {
              shown: shown?.row ?? null,
              has: (result) => send.title !== null && (hasMail(result) || isSomeone(result)),
              label: labelOf,
              show,
            },
            choice: choice.chosen,
            chooser: (chosen) =>
              send.title !== null && (
                <ChoosePeople send={send} choice={choice}>
                  {chosen}
                </ChoosePeople>
              ),
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
                <WriteToAll send={send} choice={choice} />
              </>
            )
          }
          onDeleted={toList}
        />
      </section>
      <div ref={mail} className={columns.mail}>
        {shown && !hasMail(shown) ? (
          <WithoutMail result={shown} />
        ) : (
          <SentMail
            send={send}
            rows={mailed}
            result={shown}
            onShow={setAsked}
            from={email}
            isChoosing={choice.chosen !== null}
            isSought={state?.row !== undefined}
          />
        )}
      </div>
    </div>
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

/**
 * The sends that belong to one: the one in its place, the one that it corrects, and those that
 * correct it.
 */
function Related({ send: { replaced_by, corrects, corrected = [] } }: { send: Send }) {
  if (!replaced_by && !corrects && corrected.length === 0) return null;
  return (
    <ul className={styles.related}>
      {replaced_by && (
        <li>
          <Link to={{ hash: `sends/${replaced_by}` }}>Open the send in its place</Link>
        </li>
      )}
      {corrects && (
        <li>
          This goes to people who didn't get{" "}
          <Link to={{ hash: `sends/${corrects}` }}>an earlier send</Link>.
        </li>
      )}
      {corrected.map(({ id, created_at, rows }) => (
        <li key={id}>
          {pluralize(rows.length, "person was", "people were")} corrected in{" "}
          <Link to={{ hash: `sends/${id}` }}>
            the send from {namedTime(created_at, Date.now())}
          </Link>
          .
        </li>
      ))}
    </ul>
  );
}

/** Takes the same email and settings into Bulk Send, for a new list. */
function UseAgain({ send }: { send: Send }) {
  const { isReady, reuse } = useAgain(send);
  return (
    <Button size="small" disabled={!isReady} onClick={() => reuse()}>
      Send to new people
    </Button>
  );
}
