import Button from "@mui/material/Button";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { useConfig } from "../../data/config.ts";
import { useReconnect } from "../../data/reconnect.ts";
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

/** What holds for the whole application: no network, a configuration that did not come, a lost connection to Google. */
export function AppNotices() {
  const { config, error, refetch } = useConfig();
  const isOnline = useOnline();
  if (isOnline && !error && config?.connected !== false) return null;
  return (
    <div className={styles.notices}>
      {!isOnline && (
        <Notice variant="warning" title="You are offline">
          What you have written stays on the screen, but nothing is saved or sent until the connection is back. A bulk
          send that has started goes on without you.
        </Notice>
      )}
      {isOnline && error && <QueryFailure error={error} refetch={refetch} />}
      {config?.connected === false && <Disconnected />}
    </div>
  );
}
