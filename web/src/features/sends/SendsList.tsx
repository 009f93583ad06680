import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { FlyingLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import type { SendProgress } from "../../data/look.ts";
import { progressKey } from "../../data/sendProgress.ts";
import { useOlderSends, useSendList } from "../../data/sends.ts";
import { counted, withCommas } from "../../lib/counted.ts";
import { dayAndTime } from "../../sending/when.ts";
import { groupsOf, isListed, sendsFound } from "./listedSends.ts";
import { NoneFound } from "./NoneFound.tsx";
import { SendRow } from "./SendRow.tsx";
import styles from "./Sends.module.css";

/** The sends as listed; one that was seen to its end since is shown so. */
function useSeen(listed: readonly Send[]): Send[] {
  const cache = useQueryClient();
  return listed.map((send) => {
    const seen = cache.getQueryData<SendProgress>(progressKey(send.id))?.send;
    return seen && seen.ended_at !== null && send.ended_at === null ? seen : send;
  });
}

interface Props {
  /** The search text. */
  sought: string;
  onSeek: (sought: string) => void;
}

/** All sends: in progress, scheduled and finished, page by page. */
export function SendsList({ sought, onSeek }: Props) {
  const { data, error, dataUpdatedAt, isPending, isFetching, refetch } = useSendList();
  const [isMoreAsked, setMoreAsked] = useState(false);
  const before = data?.before ?? null;
  const older = useOlderSends(before, isMoreAsked);
  const pages = older.data?.pages ?? [];
  const known = [...(data?.sends ?? []), ...pages.flatMap(({ sends }) => sends)];
  const unreadable = [data, ...pages].reduce((sum, page) => sum + (page?.unreadable ?? 0), 0);
  const sends = useSeen([...new Map(known.map((send) => [send.id, send])).values()].filter(isListed));
  const found = sendsFound(sends, sought);
  const { state } = useLocation() as { state: { left?: string } | null };
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
        <h1 className={styles.heading}>Sends</h1>
        {sends.length > 0 && (
          <SearchField
            label="Search sends"
            value={sought}
            onChange={onSeek}
            found={`${counted(found.length, "send")} of ${withCommas(sends.length)}`}
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
          kept={data && `This list is from ${dayAndTime(new Date(dataUpdatedAt).toISOString(), now)}.`}
        />
      )}
      {unreadable > 0 && (
        <Notice variant="warning">
          {counted(unreadable, "send")} can't be read. Your other sends aren't affected.
        </Notice>
      )}
      {data && sends.length + unreadable === 0 && !hasMore && <Nothing />}
      {sends.length > 0 && found.length === 0 && (
        <NoneFound
          sought={sought}
          hasMore={hasMore}
          hasDeleted={sends.some(({ title }) => title === null)}
          onClear={clear}
        />
      )}
      {groupsOf(found).map(({ id, name, sends: some }) => (
        <section key={id} aria-labelledby={`sends-${id}`} className={styles.group}>
          <h2 id={`sends-${id}`} className={styles.groupName}>
            {name}
          </h2>
          <ul className={styles.list}>
            {some.map((send) => (
              <SendRow key={send.id} send={send} now={now} isLeft={state?.left === send.id} />
            ))}
          </ul>
        </section>
      ))}
      {isMoreAsked && older.error && (
        <QueryFailure error={older.error} isFetching={older.isFetching} refetch={older.refetch} />
      )}
      {hasMore && !older.error && (
        <Button size="small" disabled={older.isFetching} onClick={more} className={styles.more ?? ""}>
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
        <Button variant="contained" component={Link} to={{ hash: "bulk-send" }} replace>
          Prepare a send
        </Button>
      }
    />
  );
}
