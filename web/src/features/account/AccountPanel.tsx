import Button from "@mui/material/Button";
import { CircleCheck, Unplug } from "lucide-react";
import { breakable } from "../../components/breakable.tsx";
import { useConfig } from "../../data/config.ts";
import styles from "./AccountMenu.module.css";
import { QuotaMeter } from "./QuotaMeter.tsx";
import { useExporting } from "./useExporting.ts";
import { useLeaving } from "./useLeaving.tsx";

interface Props {
  titleId: string;
  email: string;
  name: string;
  onSettings: () => void;
  onClose: () => void;
}

/** The connected account, what it has sent in the last 24 hours, its data as a file, and the ways to end it. */
export function AccountPanel({ titleId, email, name, onSettings, onClose }: Props) {
  const { config } = useConfig();
  const { disconnect, signOutEverywhere, deleteAll, isBusy } = useLeaving(email);
  const { exportAll, isExporting } = useExporting();
  const isConnected = config?.connected ?? false;
  const then = (ask: () => void) => () => {
    onClose();
    ask();
  };
  return (
    <div className={styles.panel}>
      <div>
        <p id={titleId} className={styles.name}>
          {name || "Google account"}
        </p>
        <p className={styles.soft}>{breakable(email)}</p>
      </div>
      <p className={styles.state}>
        {isConnected ? (
          <CircleCheck size={16} color="var(--sent)" aria-hidden />
        ) : (
          <Unplug size={16} color="var(--warning)" aria-hidden />
        )}
        {isConnected ? "Connected: your emails are sent from this account" : "Not connected: you can't send email"}
      </p>
      {config && <QuotaMeter quota={config.quota} />}
      <div className={styles.actions}>
        <Button size="small" onClick={then(onSettings)}>
          Settings
        </Button>
        <Button size="small" onClick={exportAll} disabled={isExporting}>
          {isExporting ? "Preparing your data" : "Download my data"}
        </Button>
        <Button size="small" onClick={then(signOutEverywhere)} disabled={isBusy}>
          Sign out everywhere
        </Button>
        {isConnected && (
          <Button size="small" onClick={then(disconnect)} disabled={isBusy}>
            Disconnect Google
          </Button>
        )}
        <Button size="small" color="error" onClick={then(deleteAll)} disabled={isBusy}>
          Delete my account and data
        </Button>
      </div>
    </div>
  );
}
