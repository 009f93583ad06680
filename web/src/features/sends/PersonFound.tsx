import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { countsSentence } from "@sendwright/core/sends/counts";
import { shownStatus } from "@sendwright/core/sends/statusWords";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import rowName from "../../components/DataTable.module.css";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { isolated } from "../../components/isolated.tsx";
import { Loading } from "../../components/Loading.tsx";
import { StatusChip } from "../../components/StatusChip.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import type { PersonEmails, usePersonEmails } from "../../data/personQuery.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { dayAndTime } from "../../lib/when.ts";
import { DontEmailOffer } from "../../sending/DontEmailOffer.tsx";
import { sendSubject, sendTitle, sendWhen } from "../../sending/sendHeading.ts";
import styles from "./Sends.module.css";

/** The send, and the row of its email, whose page someone just left: the focus continues there. */
export interface Left {
  left?: string;
  row?: number | undefined;
}

interface Props {
  /** A whole address, or words of a name. */
  sought: string;
  query: ReturnType<typeof usePersonEmails>;
  left: Left | null;
}

/** Which emails a person got, or everyone of a name, and which they didn't get and why. */
export function PersonFound({ sought, query, left }: Props) {
  const { data, error, isFetching, refetch } = query;
  const { suppressed } = useSuppressedKeys(true);
  return (
    <section aria-labelledby="person-found" className={styles.group}>
      <h2 id="person-found" className={`${styles.groupName} breaks`}>
        Emails to {isolated(called(sought))}
      </h2>
      {error && <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />}
      {!error && !data && <Loading what={`emails to ${sought}`} heights={[44]} gap={8} />}
      {data && <Found sought={sought} found={data} left={left} />}
      {suppressed && sought.includes("@") && (
        <DontEmailOffer address={sought} suppressed={suppressed} />
      )}
    </section>
  );
}

/** "ann@x.org", or "anyone named “Ann”". */
function called(sought: string): string {
  return sought.includes("@") ? sought : `anyone named “${sought}”`;
}

/** Says who gets copies of every email, unless it's the address that someone looked for. */
function copyOfEach(people: string | undefined, sought: string): string {
  const to = people === undefined || sought.includes("@") ? "" : `, to ${people}`;
  return `A copy of each email${to}.`;
}

/** Whether a search found an email to someone. */
export function isFound(found: PersonEmails | undefined): boolean {
  return found !== undefined && found.rows.length + found.copied.length > 0;
}

/** How many emails a search found, in words. */
export function foundSentence({ rows, copied, more }: PersonEmails): string {
  const count = rows.length + copied.length;
  return `${more ? "At least " : ""}${pluralize(count, "email")} found`;
}

interface FoundProps extends Pick<Props, "sought" | "left"> {
  found: PersonEmails;
}

function Found({ sought, found, left }: FoundProps) {
  const { sends, rows, copied, more, unknown } = found;
  const now = Date.now();
  const byId = new Map(sends.map((send) => [send.id, send]));
  return (
    <div className="stack gap-16">
      {unknown > 0 && (
        <Notice variant="warning">
          We can't search {pluralize(unknown, "send")}. Open them to look for this person.
        </Notice>
      )}
      <ul className="bare">
        {copied.map(({ send: id, as }) => {
          const send = byId.get(id);
          return (
            send && (
              <FoundRow
                key={`${id} ${as}`}
                send={send}
                isLeft={left?.left === id && left.row === undefined}
                status={<span className="hint">{COPY[as]}</span>}
                details={`${copyOfEach(send[as], sought)} ${countsSentence(send)}`}
                when={sendWhen(send, now)}
              />
            )
          );
        })}
        {rows.map((row) => {
          const send = byId.get(row.send);
          const who = namedPerson(row);
          const copy = row.as === "to" ? "" : `${COPY[row.as]} of the email to `;
          return (
            send && (
              <FoundRow
                key={`${row.send} ${row.row}`}
                send={send}
                row={row.row}
                isLeft={left?.left === row.send && left.row === row.row}
                status={<StatusChip status={shownStatus(row)} />}
                details={`${who === sought ? "" : `${copy}${who}. `}${row.reason}`}
                when={row.at === undefined ? sendWhen(send, now) : dayAndTime(row.at, now)}
              />
            )
          );
        })}
      </ul>
      {!isFound(found) && (
        <p>
          We found no email to <bdi>{sought}</bdi>.
        </p>
      )}
      <p className="hint">
        {more && "There may be more emails than we can show. "}
        {copied.length > 0 &&
          "Someone on your list of people you don't email gets no copy; the send's rows say so. "}
        We can look back 24 hours after a send ends. Then we delete who got it. Rows that you
        skipped by hand were never sent to us, so you can't find them here.
      </p>
    </div>
  );
}

/** A ref for the link of a row; the focus moves there if someone just left its page. */
export function useFocusIf(isLeft: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isLeft) link.current?.focus();
  }, [isLeft]);
  return link;
}

const COPY = { cc: "Copy (Cc)", bcc: "Copy (Bcc)" } as const;

interface FoundRowProps {
  send: Send;
  /** The row whose email the link opens; absent for the send itself. */
  row?: number;
  isLeft: boolean;
  status: ReactNode;
  details: string;
  when: string;
}

/** One email; its whole row links to it. */
function FoundRow({ send, row, isLeft, status, details, when }: FoundRowProps) {
  const link = useFocusIf(isLeft);
  // With placeholders by their names: the values of the send's first person aren't this person's.
  const written = { ...send, first_subject: undefined };
  const subject = sendSubject(written);
  return (
    <li className={styles.row}>
      <span>{status}</span>
      <span className={styles.main}>
        <Link
          ref={link}
          to={{ hash: `sends/${send.id}` }}
          state={{ row }}
          className={`${rowName.name} ${styles.name}`}
          dir="auto"
        >
          <WrittenText text={sendTitle(written)} />
        </Link>
        {subject !== null && (
          <span className="breaks" dir="auto">
            <WrittenText text={subject} />
          </span>
        )}
      </span>
      <span className={`size-13 breaks ${styles.numbers}`}>{isolated(details)}</span>
      <span className={`hint tabular ${styles.when}`}>{when}</span>
    </li>
  );
}
