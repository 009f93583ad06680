import Button from "@mui/material/Button";
import type { Attempt } from "@sendwright/core/attempt/attempt";
import { isOpen } from "@sendwright/core/sends/counts";
import { Link } from "react-router-dom";
import { ErrorNotice } from "../../../components/ErrorNotice.tsx";
import { WrittenText } from "../../../components/WrittenText.tsx";
import type { SendProgress } from "../../../data/fetchProgress.ts";
import { useSendList } from "../../../data/sendQueries.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { useSession } from "../../../lib/useSession.ts";
import { CorrectThem } from "../../../sending/again/CorrectThem.tsx";
import { knownMessage } from "../../../sending/attemptMessages.ts";
import { SendControls } from "../../../sending/panel/SendControls.tsx";
import { SendDetails } from "../../../sending/panel/SendDetails.tsx";
import styles from "../../../sending/panel/SendPanel.module.css";
import { SendPanel } from "../../../sending/panel/SendPanel.tsx";
import type { SendForm, Tab } from "../form/sendForm.ts";
import { SEND_MODES } from "../sendModes.ts";
import type { ShownSend } from "./useShownSend.ts";

interface Props {
  tab: Tab;
  attempt: Attempt<SendForm>;
  shown: ShownSend;
  onUndo: () => void;
  onDismiss: () => void;
}

/** The last click on Send, and its send. */
export function LastSend({ tab, attempt, shown, onUndo, onDismiss }: Props) {
  const { user } = useSession();
  const { id, progress, error, close, isFolded } = shown;
  const isOwn = attempt.status !== "idle" && attempt.key === id;
  const email = user?.email ?? "";
  const view = progress ? (
    <SendDetails
      key={id}
      progress={progress}
      email={email}
      isTold={isOwn && (attempt.status === "begun" || attempt.status === "ended")}
      note={isOwn ? knownMessage(attempt) : null}
      head={<Head progress={progress} email={email} shown={shown} />}
      isFolded={isFolded}
      correct={tab === "bulk" && progress.send.title !== null && <CorrectThem progress={progress} />}
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
      mode={SEND_MODES[tab]}
      attempt={attempt}
      shown={id === null ? null : { id, view, isFolded }}
      onUndo={onUndo}
      onDismiss={onDismiss}
    />
  );
}

function Head({ progress: { send }, email, shown }: { progress: SendProgress; email: string; shown: ShownSend }) {
  const isGoing = isOpen(send);
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        <WrittenText text={send.title ?? "A send whose data has been deleted"} />
      </h2>
      <div className={styles.controls}>
        {isGoing && <SendControls send={send} email={email} />}
        {!isGoing && (
          <Button
            size="small"
            variant="text"
            aria-expanded={!shown.isFolded}
            onClick={() => shown.fold(!shown.isFolded)}
          >
            {shown.isFolded ? "Show results" : "Hide results"}
          </Button>
        )}
        <Button size="small" variant="text" component={Link} to={{ hash: `sends/${send.id}` }}>
          Open in Sends
        </Button>
        <Button size="small" variant="text" onClick={shown.close}>
          {isGoing ? "Hide" : "Close"}
        </Button>
      </div>
    </div>
  );
}

/** One quiet line, because the other sends have their own page. `shown`: the send on the screen. */
export function OtherSends({ shown }: { shown: string | null }) {
  const { data, error } = useSendList();
  if (error) return <p className={styles.soft}>{error.message}</p>;
  // A held send has a notice of its own.
  const others = (data?.sends ?? []).filter(
    ({ id, kind, state, held_until }) => id !== shown && kind !== "test" && !(state === "scheduled" && held_until),
  );
  if (others.length === 0) return null;
  const going = others.filter((send) => isOpen(send) && send.state !== "scheduled").length;
  const scheduled = others.filter(({ state }) => state === "scheduled").length;
  const open = [going > 0 && `${pluralize(going, "send")} in progress`, scheduled > 0 && `${scheduled} scheduled`];
  const words = open.filter((part) => part !== false).join(", ");
  return (
    <p className={styles.soft}>
      {words === "" ? "For earlier sends, see" : `${words}. See`} <Link to={{ hash: "sends" }}>Sends</Link>.
    </p>
  );
}
