import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { countsSentence } from "@sendwright/core/sends/counts";
import { shownStatus } from "@sendwright/core/sends/statusWords";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import rowName from "../../components/DataTable.module.css";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { StatusChip } from "../../components/StatusChip.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import type { PersonEmails, usePersonEmails } from "../../data/personQuery.ts";
import { dayAndTime } from "../../lib/when.ts";
import { sendSubject, sendTitle, sendWhen } from "../../sending/sendHeading.ts";
import styles from "./Sends.module.css";

interface Props {
  address: string;
  query: ReturnType<typeof usePersonEmails>;
}

/** Which emails an address got, and which it didn't get and why. */
export function PersonFound({ address, query }: Props) {
  const { data, error, isFetching, refetch } = query;
  return (
    <section aria-labelledby="person-found" className={styles.group}>
      <h2 id="person-found" className={`${styles.groupName} breaks`} dir="auto">
        Emails to {address}
      </h2>
      {error && <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />}
      {!error && !data && <Loading what={`emails to ${address}`} heights={[44]} gap={8} />}
      {data && <Found address={address} found={data} />}
    </section>
  );
}

/** How many emails a search found, in words. */
export function foundSentence({ rows, copied, more }: PersonEmails): string {
  const count = rows.length + copied.length;
  return `${more ? "More than " : ""}${pluralize(count, "email")} found`;
}

function Found({ address, found }: { address: string; found: PersonEmails }) {
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
                status={<span className="hint">{COPY[as]}</span>}
                details={`A copy of each email. ${countsSentence(send)}`}
                when={sendWhen(send, now)}
              />
            )
          );
        })}
        {rows.map((row) => {
          const send = byId.get(row.send);
          const copy = row.as === "to" ? "" : `${COPY[row.as]} of the email to ${row.recipient}. `;
          return (
            send && (
              <FoundRow
                key={`${row.send} ${row.row}`}
                send={send}
                row={row.row}
                status={<StatusChip status={shownStatus(row)} />}
                details={`${copy}${row.reason}`}
                when={row.at === undefined ? sendWhen(send, now) : dayAndTime(row.at, now)}
              />
            )
          );
        })}
      </ul>
      {rows.length + copied.length === 0 && (
        <p>
          We found no email to <span dir="auto">{address}</span>.
        </p>
      )}
      <p className="hint">
        {more && "There are more emails than we can show. "}
        We can look back 24 hours after a send ends. Then we delete who got it. Rows that you
        skipped by hand were never sent to us.
      </p>
    </div>
  );
}

const COPY = { cc: "Copy (Cc)", bcc: "Copy (Bcc)" } as const;

interface FoundRowProps {
  send: Send;
  /** The row whose email the link opens; absent for the send itself. */
  row?: number;
  status: ReactNode;
  details: string;
  when: string;
}

/** One email; its whole row links to it. */
function FoundRow({ send, row, status, details, when }: FoundRowProps) {
  const subject = sendSubject(send);
  return (
    <li className={styles.row}>
      <span>{status}</span>
      <span className={styles.main}>
        <Link
          to={{ hash: `sends/${send.id}` }}
          state={{ row }}
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
      </span>
      <span className={`size-13 breaks ${styles.numbers}`} dir="auto">
        {details}
      </span>
      <span className={`hint tabular ${styles.when}`}>{when}</span>
    </li>
  );
}
