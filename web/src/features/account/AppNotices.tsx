import Button from "@mui/material/Button";
import { DAYS_TO_SEND } from "@sendwright/core/contract";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { useConfig } from "../../data/config.ts";
import { useReconnect } from "../../data/reconnect.ts";
import { claimsOf } from "../../lib/claims.ts";
import { useOnline } from "../../lib/useOnline.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./AppNotices.module.css";

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
      {error ? error.message : "Templates can be written, but no mail can be sent until Google is connected again."}
    </Notice>
  );
}

const DAY_MS = 24 * 60 * 60_000;
/** Told some days before the server refuses to send, so that no refusal comes as a surprise. */
const DAYS_UNTIL_TOLD = DAYS_TO_SEND - 2;

/** How many days ago a session began; 0 if its token doesn't say. */
function ageOf(token: string | null): number {
  const { auth_time } = claimsOf(token);
  return auth_time === undefined ? 0 : (Date.now() - auth_time * 1_000) / DAY_MS;
}

/** Offers to sign in again, in Google's window: what is written on the page stays. */
function OldSession({ isTooOld }: { isTooOld: boolean }) {
  const { user } = useSession();
  const { isReady, isPending, error, start } = useReconnect(user?.email ?? "", { isNewSession: true });
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

/** What holds for the whole application: no network, a configuration that did not come, a lost connection to Google. */
export function AppNotices() {
  const { config, error, refetch } = useConfig();
  const isOnline = useOnline();
  const { token } = useSession();
  const age = ageOf(token);
  const hasOldSession = isOnline && age > DAYS_UNTIL_TOLD;
  if (isOnline && !error && config?.connected !== false && !hasOldSession) return null;
  return (
    <div className={styles.notices}>
      {!isOnline && (
        <Notice variant="warning" title="You are offline">
          What you have written stays on the screen, but nothing is saved or sent until the connection is back. A bulk
          send that has started goes on without you.
        </Notice>
      )}
      {isOnline && error && <QueryFailure error={error} refetch={refetch} />}
      {hasOldSession && <OldSession isTooOld={age > DAYS_TO_SEND} />}
      {config?.connected === false && <Disconnected />}
    </div>
  );
}
