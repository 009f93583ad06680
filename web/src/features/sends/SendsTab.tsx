import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { nameWords } from "@sendwright/core/recipients/nameWords";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { countsSentence, isAllSent, partDone } from "@sendwright/core/sends/counts";
import { withCommas } from "@sendwright/core/withCommas";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import { Button, buttonLook } from "../../components/Button.tsx";
import rowName from "../../components/DataTable.module.css";
import { BlankLetter, FlyingLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { WrittenText, writtenWords } from "../../components/WrittenText.tsx";
import { usePersonEmails } from "../../data/personQuery.ts";
import type { SendProgress } from "../../data/sendProgress.ts";
import { progressKey } from "../../data/sendProgress.ts";
import { useOlderSends, useSendList } from "../../data/sendQueries.ts";
import { searchFor } from "../../lib/search.ts";
import { useSession } from "../../lib/useSession.ts";
import { useSettled } from "../../lib/useSettled.ts";
import { namedTime } from "../../lib/when.ts";
import { UndoButton } from "../../sending/panel/SendControls.tsx";
import {
  exampleMessage,
  kindAndPeople,
  sendSubject,
  sendTitle,
  sendWhen,
} from "../../sending/sendHeading.ts";
import { foundSentence, isFound, type Left, PersonFound, useFocusIf } from "./PersonFound.tsx";
import { SendPage, StateMark } from "./SendPage.tsx";
import styles from "./Sends.module.css";

/** The sends as listed; one that was seen to its end since is shown so. */
function useSeen(listed: readonly Send[]): Send[] {
  const cache = useQueryClient();
  return listed.map((send) => {
    const seen = cache.getQueryData<SendProgress>(progressKey(send.id))?.send;
    return seen && seen.ended_at !== null && send.ended_at === null ? seen : send;
  });
}

/** The server finds people by hashes of their addresses and of the words of their names. */
const WHOLE = "To find a person, enter a whole email address, or a whole first or last name.";

/** Whom a search may be for: a whole address, or else a name; null if it can be neither. */
function personIn(sought: string): string | null {
  const address = parseRecipient(sought)?.address;
  return address ?? (sought.includes("@") || nameWords(sought).length === 0 ? null : sought.trim());
}

interface Props {
  /** The search text. */
  sought: string;
  onSeek: (sought: string) => void;
}

/** All sends: in progress, scheduled and finished, page by page. */
function SendsList({ sought, onSeek }: Props) {
  const { data, error, dataUpdatedAt, isPending, isFetching, refetch } = useSendList();
  const [isMoreAsked, setMoreAsked] = useState(false);
  const before = data?.before ?? null;
  const older = useOlderSends(before, isMoreAsked);
  const pages = older.data?.pages ?? [];
  const known = [...(data?.sends ?? []), ...pages.flatMap(({ sends }) => sends)];
  const unreadable = [data, ...pages].reduce((sum, page) => sum + (page?.unreadable ?? 0), 0);
  const sends = useSeen(
    [...new Map(known.map((send) => [send.id, send])).values()].filter(isListed),
  );
  const found = sendsFound(sends, sought);
  const typed = personIn(sought);
  const person = useSettled("", typed) === typed ? typed : null;
  const emails = usePersonEmails(person);
  const isAddress = typed?.includes("@") === true;
  // A name may only be a word of a template.
  const isPerson = person !== null && (isAddress || emails.error !== null || isFound(emails.data));
  const { state } = useLocation() as { state: Left | null };
  const [left, setLeft] = useState(state);
  const now = Date.now();
  const hasMore = isMoreAsked ? older.hasNextPage : before !== null;
  const more = () => (isMoreAsked ? void older.fetchNextPage() : setMoreAsked(true));
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onSeek("");
    field.current?.focus();
  };
  return (
    <>
      <div className={styles.head}>
        <h1 className="size-28">Sends</h1>
        {sends.length > 0 && (
          <SearchField
            label="Person, template, subject or file"
            value={sought}
            onChange={(text) => {
              // From here on, no row takes the focus out of the field.
              setLeft(null);
              onSeek(text);
            }}
            found={[
              !(isAddress && emails.data) &&
                `${pluralize(found.length, "send")} of ${withCommas(sends.length)}`,
              isPerson && emails.data && foundSentence(emails.data),
            ]
              .filter(Boolean)
              .join(" · ")}
            inputRef={field}
          />
        )}
      </div>
      {isPending && <Loading what="your sends" heights={[44, 44, 44, 44]} gap={8} />}
      {error && (
        <QueryFailure
          error={error}
          isFetching={isFetching}
          refetch={refetch}
          kept={
            data && `This list is from ${namedTime(new Date(dataUpdatedAt).toISOString(), now)}.`
          }
        />
      )}
      {unreadable > 0 && (
        <Notice variant="warning">
          {pluralize(unreadable, "send")} can't be read. Your other sends aren't affected.
        </Notice>
      )}
      {data && sends.length + unreadable === 0 && !hasMore && <Nothing />}
      {isPerson && <PersonFound sought={person} query={emails} left={left} />}
      {sends.length > 0 && found.length === 0 && !isAddress && !isPerson && (
        <NoneFound
          sought={sought}
          unsearched={emails.data?.unknown ?? null}
          hasMore={hasMore}
          hasDeleted={sends.some(({ title }) => title === null)}
          onClear={clear}
        />
      )}
      {sought.trim() !== "" && found.length > 0 && !isAddress && !isPerson && (
        <p className="hint">{WHOLE}</p>
      )}
      {groupsOf(found).map(({ id, name, sends: some }) => (
        <section key={id} aria-labelledby={`sends-${id}`} className={styles.group}>
          <h2 id={`sends-${id}`} className={styles.groupName}>
            {name}
          </h2>
          <ul className="bare">
            {some.map((send) => (
              <SendRow key={send.id} send={send} now={now} isLeft={left?.left === send.id} />
            ))}
          </ul>
        </section>
      ))}
      {isMoreAsked && older.error && (
        <QueryFailure error={older.error} isFetching={older.isFetching} refetch={older.refetch} />
      )}
      {hasMore && !older.error && (
        <Button
          size="small"
          disabled={older.isFetching}
          onClick={more}
          className={styles.more ?? ""}
        >
          {older.isFetching ? "Loading" : "Show older sends"}
        </Button>
      )}
    </>
  );
}

function Nothing() {
  return (
    <EmptyState
      drawing={<FlyingLetter />}
      sentence="You haven't sent anything yet. Your sends will appear here, with everyone who receives them."
      action={
        <Link {...buttonLook({ variant: "contained" })} to={{ hash: "bulk-send" }} replace>
          Prepare a send
        </Link>
      }
    />
  );
}

interface NoneFoundProps {
  sought: string;
  /** How many sends can't be searched for a person; null until the others have been. */
  unsearched: number | null;
  /** Whether there are older sends that have not been read. */
  hasMore: boolean;
  /** Whether there are sends whose emails have been deleted. */
  hasDeleted: boolean;
  onClear: () => void;
}

/** What the list shows when nothing of it is what one looks for, and where that may be. */
function NoneFound({ sought, unsearched, hasMore, hasDeleted, onClear }: NoneFoundProps) {
  const sentences = [
    `${WHOLE} No template, subject${unsearched === null ? " or file" : ", file or person"} matches “${sought.trim()}”.`,
    unsearched !== null &&
      unsearched > 0 &&
      `We can't search ${pluralize(unsearched, "send")} for a person by name.`,
    hasMore && "Older sends haven't been searched yet.",
    hasDeleted &&
      "We delete a send's name and subject 24 hours after it ends, so you can't find older sends by them.",
  ];
  return (
    <EmptyState
      drawing={<BlankLetter />}
      sentence={sentences.filter((sentence) => sentence !== false).join(" ")}
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}

interface SendRowProps {
  send: Send;
  now: number;
  /** Whether the person just left its page: the focus continues here. */
  isLeft: boolean;
}

/** One send of the list; its whole row links to its page. */
function SendRow({ send, now, isLeft }: SendRowProps) {
  const link = useFocusIf(isLeft);
  const subject = sendSubject(send);
  const example = exampleMessage(send);
  const isGoing = send.state === "running" || send.state === "paused" || send.state === "queued";
  return (
    <li className={styles.row}>
      <StateMark send={send} />
      <span className={styles.main}>
        <Link
          ref={link}
          to={{ hash: `sends/${send.id}` }}
          className={`${rowName.name} ${styles.name}`}
          dir="auto"
        >
          <WrittenText text={sendTitle(send)} />
        </Link>
        {subject !== null && (
          <span className="breaks" dir="auto">
            <WrittenText text={subject} />
          </span>
        )}
        {example !== null && <span className="hint">{example}</span>}
        <span className={`hint tabular ${styles.kind}`}>{kindAndPeople(send)}</span>
      </span>
      <span className={`stack gap-4 size-13 tabular ${styles.numbers}`}>
        {/* "Sent" and the number of people say it already. */}
        {!isAllSent(send) && countsSentence(send)}
        {isGoing && (
          <AirmailProgress
            part={partDone(send)}
            label={`Emails sent of ${writtenWords(sendTitle(send))}`}
          />
        )}
      </span>
      <span className={`hint tabular ${styles.when}`}>
        {sendWhen(send, now)}
        {holdOf(send, now) && <UndoButton send={send} />}
      </span>
    </li>
  );
}

/** The sends whose name, subject, first person or list, as shown, matches the search. */
export function sendsFound(sends: readonly Send[], sought: string): Send[] {
  const isMatch = searchFor(sought);
  return sends.filter((send) => {
    const { first_person = "", list_name = "" } = send;
    const texts = [sendTitle(send), sendSubject(send) ?? "", list_name].map(writtenWords);
    return isMatch([...texts, first_person]);
  });
}

interface SendGroup {
  id: string;
  name: string;
  sends: Send[];
}

/** Whether the list has a send: a test, or one that was edited, is nothing to come back to. */
function isListed({ kind, replaced_by }: Send): boolean {
  return kind !== "test" && replaced_by === undefined;
}

/** Sends in progress, scheduled sends and finished sends; no group is empty. */
function groupsOf(sends: readonly Send[]): SendGroup[] {
  const isOver = ({ state }: Send) => state === "done" || state === "cancelled";
  const groups = [
    {
      id: "going",
      name: "In progress",
      sends: sends.filter((send) => !isOver(send) && send.state !== "scheduled"),
    },
    {
      id: "scheduled",
      name: "Scheduled",
      sends: sends
        .filter(({ state }) => state === "scheduled")
        .sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
    },
    { id: "done", name: "Done", sends: sends.filter(isOver) },
  ];
  return groups.filter(({ sends: some }) => some.length > 0);
}

/** The tab "Sends": all of them (`#sends`), or the page of one (`#sends/<id>`). */
export default function SendsTab() {
  const { isLoading, isAuthenticated } = useSession();
  const { hash } = useLocation();
  // A person who comes back from a send finds the list as they left it.
  const [sought, setSought] = useState("");
  if (isLoading) return <Spinner label="Loading" />;
  if (!isAuthenticated) return <Notice>Please sign in to see your sends.</Notice>;
  const id = /^#sends\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  return id === undefined ? (
    <SendsList sought={sought} onSeek={setSought} />
  ) : (
    <SendPage key={id} id={id} />
  );
}
