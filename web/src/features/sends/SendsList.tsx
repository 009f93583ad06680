import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import type { Send } from "@sendwright/functions/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { FlyingLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { QueryFailure } from "../../components/ErrorNotice.tsx";
import { progressKey, type SendProgress } from "../../data/sendProgress.ts";
import { useOlderSends, useSendList } from "../../data/sends.ts";
import { SendRow } from "./SendRow.tsx";
import styles from "./Sends.module.css";
import { groupsOf } from "./sendWords.ts";

/** Takes the sends as listed; one that was seen to its end since is shown so. */
function useSeen(listed: readonly Send[]): Send[] {
  const cache = useQueryClient();
  return listed.map((send) => {
    const seen = cache.getQueryData<SendProgress>(progressKey(send.id))?.send;
    return seen && seen.ended_at !== null && send.ended_at === null ? seen : send;
  });
}

/** Every send: those that go on, those that wait for their time, and those that are over, page by page. */
export function SendsList() {
  const { data, error, isPending, isFetching, refetch } = useSendList();
  const [isMoreAsked, setMoreAsked] = useState(false);
  const before = data?.before ?? null;
  const older = useOlderSends(before, isMoreAsked);
  const pages = older.data?.pages ?? [];
  const known = [...(data?.sends ?? []), ...pages.flatMap(({ sends }) => sends)];
  const sends = useSeen([...new Map(known.map((send) => [send.id, send])).values()]);
  const groups = groupsOf(sends);
  const { state } = useLocation() as { state: { left?: string } | null };
  const now = Date.now();
  const hasMore = isMoreAsked ? older.hasNextPage : before !== null;
  const more = () => (isMoreAsked ? void older.fetchNextPage() : setMoreAsked(true));
  return (
    <>
      <h1 className={styles.heading}>Sends</h1>
      {isPending && <Loading />}
      {!data && error && <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />}
      {data && groups.length === 0 && !hasMore && <Nothing />}
      {groups.map(({ id, name, sends: some }) => (
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

function Loading() {
  return (
    <div role="status" aria-label="Loading your sends">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} variant="rounded" height={44} animation={false} sx={{ mb: 1 }} />
      ))}
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState
      drawing={<FlyingLetter />}
      sentence="Nothing has been sent yet. What you send or schedule stands here, with everybody who gets it."
      action={
        <Button variant="contained" component={Link} to={{ hash: "bulk-send" }} replace>
          Prepare a send
        </Button>
      }
    />
  );
}
