import { type Attempt, isUncertain } from "@sendwright/core/attempt/attempt";
import { pluralize } from "@sendwright/core/pluralize";
import { isOpen } from "@sendwright/core/sends/counts";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { Button, buttonLook } from "../../components/Button.tsx";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import type { SendProgress } from "../../data/sendProgress.ts";
import { useSendProgress } from "../../data/sendProgress.ts";
import { noteInList, useSendList } from "../../data/sendQueries.ts";
import { useInPlace } from "../../lib/useAfterPress.ts";
import { useSession } from "../../lib/useSession.ts";
import { CorrectThem } from "../../sending/again/AgainButtons.tsx";
import type { OwnList } from "../../sending/panel/ResultDownload.tsx";
import { SendControls } from "../../sending/panel/SendControls.tsx";
import { SendDetails } from "../../sending/panel/SendDetails.tsx";
import styles from "../../sending/panel/SendPanel.module.css";
import { SendPanel } from "../../sending/panel/SendPanel.tsx";
import type { OwnAttempt } from "../../sending/Sending.ts";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { knownMessage } from "../../sending/stateMessages.ts";
import { useEnded } from "../../sending/useEnded.ts";
import type { SendForm, Tab } from "./form/sendForm.ts";
import { useForms } from "./form/useForm.ts";

/**
 * The send in the address (`#bulk-send/<id>`), so that a reload shows it again. In Direct Send the
 * address has a template instead.
 */
function useNamedSend(tab: Tab) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#bulk-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1] ?? null;
  const name = (next: string | null) => {
    if (tab === "bulk")
      void navigate({ hash: next ? `bulk-send/${next}` : "bulk-send" }, { replace: true });
  };
  return { id, name };
}

/**
 * The send on the screen: the latest one since the screen was opened, whose id goes into the
 * address. Null while the outcome of a click on Send is unknown.
 */
export function useShownSend(tab: Tab, attempt: Attempt, dismiss: () => void) {
  const { cache } = useAccount();
  const named = useNamedSend(tab);
  const [hidden, setHidden] = useState<string | null>(null);
  // A send that ended before the screen was opened gets one line, unless the address names it after
  // a reload.
  const [folded, setFolded] = useState(
    attempt.status === "ended" && named.id === null ? attempt.key : null,
  );
  const isAwaited = isUncertain(attempt);
  const own = attempt.status === "begun" || attempt.status === "ended" ? attempt.key : null;
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (attempt.status === "asked" && named.id !== null) named.name(null);
    else if (
      own !== null &&
      own !== before.current &&
      own !== folded &&
      (!isFirst || named.id === null)
    ) {
      named.name(own);
    }
    before.current = own;
  });

  const id = isAwaited ? null : (named.id ?? (own === hidden ? null : own));
  const progress = useSendProgress(id);
  // The cached list would call it "to go" until it is reloaded.
  useEnded(progress.data?.send, (send) => noteInList(cache, send));

  const close = () => {
    if (attempt.status === "ended" && attempt.key === id) dismiss();
    if (id !== null) setHidden(id);
    named.name(null);
  };
  const fold = (isFolded: boolean) => {
    setFolded(isFolded ? id : null);
    named.name(isFolded ? null : id);
  };
  const isOver = progress.data ? !isOpen(progress.data.send) : attempt.status === "ended";
  const hasWords =
    attempt.status === "refused" ||
    attempt.status === "undone" ||
    attempt.status === "absent" ||
    attempt.status === "gone";
  return {
    id,
    progress: progress.data ?? null,
    error: progress.error,
    close,
    /** Whether it is shown only as a line. */
    isFolded: id !== null && id === folded,
    fold,
    /** Clears results of the form's previous content from the screen; a send in progress stays. */
    clear: () => {
      if (hasWords) dismiss();
      if (isOver) close();
    },
  };
}

type ShownSend = ReturnType<typeof useShownSend>;

interface Props {
  tab: Tab;
  attempt: OwnAttempt;
  shown: ShownSend;
  onDismiss: () => void;
}

/** The last click on Send, and its send: above the form, in which someone may write meanwhile. */
export function LastSend({ tab, attempt: latest, shown, onDismiss }: Props) {
  const { user } = useSession();
  const { id: latestId, progress: latestProgress, error: latestError, close, isFolded } = shown;
  const { attempt, id, progress, error } = useInPlace(
    useMemo(
      () => ({ attempt: latest, id: latestId, progress: latestProgress, error: latestError }),
      [latest, latestId, latestProgress, latestError],
    ),
  );
  const isOwn = attempt.status !== "idle" && attempt.key === id;
  const email = user?.email ?? "";
  const form = useForms()[tab];
  // A reload may have kept the form. Its results are then those of the server alone.
  const submitted =
    attempt.status !== "idle" && attempt.submitted !== null ? form.submitted(attempt.key) : null;
  const hasBegun = attempt.status === "begun" || attempt.status === "ended";
  const view = progress ? (
    <SendDetails
      key={id}
      progress={progress}
      email={email}
      runs={isOwn && hasBegun}
      own={isOwn && hasBegun ? ownList(submitted) : null}
      note={isOwn ? knownMessage(attempt) : null}
      head={<Head progress={progress} email={email} shown={shown} />}
      isFolded={isFolded}
      correct={
        tab === "bulk" && progress.send.title !== null && <CorrectThem progress={progress} />
      }
      canRetry={tab === "bulk"}
      onDeleted={close}
    />
  ) : (
    error && (
      <ErrorNotice
        message={error.message}
        action={
          <Button size="small" onClick={close}>
            Close
          </Button>
        }
      />
    )
  );
  return (
    <SendPanel
      kind={tab}
      attempt={attempt}
      asked={askedMessage(tab, submitted)}
      shown={id === null ? null : { id, view, isFolded }}
      onDismiss={onDismiss}
    />
  );
}

/** The list of a submitted form, if this page still knows it. */
function ownList(submitted: SendForm | null): OwnList | null {
  const now = submitted?.people.now;
  return now?.mode === "csv" && now.list
    ? { list: now.list, delimiter: now.raw?.delimiter ?? null, isSent: true }
    : null;
}

/**
 * What a click on Send waits for. Counts only the addresses of Direct Send: the form doesn't know
 * which rows of a table the check skips.
 */
export function askedMessage(tab: Tab, submitted: SendForm | null): string {
  if (submitted === null) return "Checking your last send";
  if (tab === "bulk") return "Preparing your emails";
  const { mode, list } = submitted.people.now;
  return mode === "manual" && list
    ? `Sending ${pluralize(list.rows.length, "email")}`
    : "Sending your emails";
}

function Head({
  progress: { send },
  email,
  shown,
}: {
  progress: SendProgress;
  email: string;
  shown: ShownSend;
}) {
  const isGoing = isOpen(send);
  return (
    <div className={styles.head}>
      <h2 className={`breaks size-21 ${styles.title}`}>
        <WrittenText text={send.title ?? "A send whose data has been deleted"} />
      </h2>
      <div className={`row ${styles.controls}`}>
        <Link {...buttonLook({ size: "small", variant: "text" })} to={{ hash: `sends/${send.id}` }}>
          Open in Sends
        </Link>
        {isGoing && <SendControls send={send} email={email} />}
        {!isGoing && (
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-expanded={!shown.isFolded}
            onClick={() => shown.fold(!shown.isFolded)}
          >
            {shown.isFolded ? "Show results" : "Hide results"}
          </Button>
        )}
        <Button size="small" variant="text" color="inherit" onClick={shown.close}>
          {isGoing ? "Hide" : "Close"}
        </Button>
      </div>
    </div>
  );
}

/** One quiet line, because the other sends have their own page. `shown`: the send on the screen. */
export function OtherSends({ shown }: { shown: string | null }) {
  const { data, error } = useSendList();
  if (error) return <p className="hint">{error.message}</p>;
  // A held send has a notice of its own.
  const others = (data?.sends ?? []).filter(
    ({ id, kind, state, held_until }) =>
      id !== shown && kind !== "test" && !(state === "scheduled" && held_until),
  );
  if (others.length === 0) return null;
  const going = others.filter((send) => isOpen(send) && send.state !== "scheduled").length;
  const scheduled = others.filter(({ state }) => state === "scheduled").length;
  const open = [
    going > 0 && `${pluralize(going, "send")} in progress`,
    scheduled > 0 && `${scheduled} scheduled`,
  ];
  const words = open.filter((part) => part !== false).join(", ");
  return (
    <p className="hint">
      {words === "" ? "For earlier sends, see" : `${words}. See`}{" "}
      <Link to={{ hash: "sends" }}>Sends</Link>.
    </p>
  );
}
