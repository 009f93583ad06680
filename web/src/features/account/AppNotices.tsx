import { isHeld } from "@sendwright/core/attempt/attempt";
import { DAYS_TO_SEND } from "@sendwright/core/contract";
import { DAY } from "@sendwright/core/dates/units";
import { idTokenClaims } from "@sendwright/core/idTokenClaims";
import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "../../components/Button.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { useConfig } from "../../data/configQuery.ts";
import { useReconnect } from "../../data/reconnect.ts";
import { onTooOld, wasTooOld } from "../../lib/tooOldSession.ts";
import { useOnline } from "../../lib/useOnline.ts";
import { useSession } from "../../lib/useSession.ts";
import { quotedReason } from "../../sending/attemptMessages.ts";
import { HoldNotice } from "../../sending/panel/HoldNotice.tsx";
import type { Sending } from "../../sending/Sending.ts";
import { useSendingContext } from "../../sending/SendingProvider.tsx";
import styles from "./AccountMenu.module.css";

/** Offers to connect Google again; shown only while it is disconnected. */
function Disconnected() {
  const { user } = useSession();
  const { isReady, isPending, error, start } = useReconnect(user?.email ?? "");
  return (
    <Notice
      variant="warning"
      title="Google is disconnected"
      action={
        <Button size="small" onClick={start} disabled={!isReady || isPending}>
          {isPending ? "Connecting" : "Reconnect Google"}
        </Button>
      }
    >
      {error
        ? error.message
        : "You can write templates, but you can't send email until you reconnect Google."}
    </Notice>
  );
}

/** From then on the page asks to sign in again, days before the server refuses to send. */
const DAYS_UNTIL_ASKED = DAYS_TO_SEND - 2;

/** How many days ago a token's session began; 0 if the token doesn't say. */
function ageOf(token: string | null): number {
  const { authTime } = idTokenClaims(token);
  return authTime === undefined ? 0 : (Date.now() - authTime * 1_000) / DAY;
}

/** Offers to sign in again in Google's window, which keeps everything on the page. */
function OldSession({ isTooOld }: { isTooOld: boolean }) {
  const { user } = useSession();
  const { isReady, isPending, error, start } = useReconnect(user?.email ?? "", {
    isNewSession: true,
  });
  return (
    <Notice
      variant="warning"
      title={isTooOld ? "Sign in again to send" : "Sign in again soon to keep sending"}
      action={
        <Button size="small" onClick={start} disabled={!isReady || isPending}>
          {isPending ? "Signing in" : "Sign in again"}
        </Button>
      }
    >
      {error
        ? error.message
        : `To send, you must have signed in within the last ${DAYS_TO_SEND} days. Anything you've written stays here.`}
    </Notice>
  );
}

/**
 * The held sends that the tab on the screen doesn't show, so that you can undo them on every tab.
 */
export function HeldSends() {
  return useSendingContext().sendings.map((sending) => (
    <HeldSend key={sending.kind} sending={sending} />
  ));
}

function HeldSend({ sending }: { sending: Sending }) {
  const attempt = useSyncExternalStore(sending.subscribe, sending.read);
  const { hash } = useLocation();
  const held = isHeld(attempt) ? attempt.key : null;
  const tab = `#${sending.kind}-send`;
  const isShownBelow = hash === "#sends" || hash === `#sends/${held}` || hash.split("/")[0] === tab;
  const [announced, setAnnounced] = useState<string | null>(null);
  if (isShownBelow && held !== announced) setAnnounced(held);
  if (!isHeld(attempt) || isShownBelow) return null;
  return (
    <div className={styles.notices}>
      <HoldNotice
        key={attempt.key}
        hold={attempt.hold}
        isUndoing={attempt.status === "undoing"}
        onUndo={sending.undo}
        isAnnounced={attempt.key === announced}
      />
    </div>
  );
}

/**
 * What concerns the whole application: no network, a configuration that can't be loaded, an old
 * session, a lost connection to Google, a stop.
 */
export function AppNotices() {
  const { config, error, refetch } = useConfig();
  const isOnline = useOnline();
  const { token } = useSession();
  const age = ageOf(token);
  // The clock of this computer may be wrong; the server's decides.
  const isRefused = useSyncExternalStore(onTooOld, () => wasTooOld(token));
  const isTooOld = isRefused || age > DAYS_TO_SEND;
  const hasOldSession = isOnline && (isTooOld || age > DAYS_UNTIL_ASKED);
  const stopped = config?.stopped;
  if (isOnline && !error && config?.connected !== false && !hasOldSession && stopped === undefined)
    return null;
  return (
    <div className={styles.notices} data-app-notices>
      {!isOnline && (
        <Notice variant="warning" title="You are offline">
          What you've written stays on the screen. Sends that have started, or are counting down,
          continue without you.
        </Notice>
      )}
      {isOnline && error && <QueryFailure error={error} refetch={refetch} />}
      {hasOldSession && <OldSession isTooOld={isTooOld} />}
      {config?.connected === false && <Disconnected />}
      {stopped !== undefined && (
        <Notice variant="warning" title="Sending is stopped">
          We have stopped sending for now. What you send waits, and will be sent automatically.
          {quotedReason(stopped)}
        </Notice>
      )}
    </div>
  );
}
