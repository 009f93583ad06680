import Popover from "@mui/material/Popover";
import type { Quota } from "@sendwright/core/contract";
import { withCommas } from "@sendwright/core/withCommas";
import { CircleCheck, LogOut, MailX, Settings, Trash2, Unplug } from "lucide-react";
import { type ReactNode, useId } from "react";
import { breakable } from "../../components/breakable.tsx";
import { useConfig } from "../../data/configQuery.ts";
import { useShowSuppressions } from "../../lib/suppressionsContext.ts";
import { clockTime } from "../../lib/when.ts";
import { OTHER_PROGRAMS } from "../../sending/stateMessages.ts";
import styles from "./AccountMenu.module.css";
import { ExportRow, useExporting } from "./ExportRow.tsx";
import { useLeaving } from "./useLeaving.tsx";

/** How much of the daily limit is used; counts only emails sent from here. */
function QuotaMeter({ quota }: { quota: Quota }) {
  const id = useId();
  const { sent, limit, left, more_at, more_count } = quota;
  return (
    <div>
      <p id={id} className={styles.counts}>
        {withCommas(sent)} of {withCommas(limit)} emails in the last 24 hours
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers let no style sheet reach all parts of a <meter>. */}
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(sent, limit)}
        className={styles.meter}
      >
        <div
          className={styles.used}
          data-scarce={left < limit / 10}
          style={{ width: `${(100 * sent) / limit}%` }}
        />
      </div>
      <p className="hint">
        {left === 0 && more_at
          ? `${withCommas(more_count)} more from about ${clockTime(more_at)}. `
          : `${withCommas(left)} left. `}
        {OTHER_PROGRAMS}
      </p>
    </div>
  );
}

export interface AccountProps {
  email: string;
  name: string;
  /** Buttons and links that a phone shows here and a wide window beside this menu. */
  children: ReactNode;
}

interface Props extends AccountProps {
  open: boolean;
  /** The button that opens it. */
  anchor: () => HTMLElement | null;
  onSettings: () => void;
  onClose: () => void;
}

/**
 * The connected account: its emails in the last 24 hours, a copy of its data, and buttons to log
 * out or delete it.
 */
export default function AccountPanel({
  open,
  anchor,
  email,
  name,
  children,
  onSettings,
  onClose,
}: Props) {
  const id = useId();
  const { config } = useConfig();
  const { disconnect, signOutEverywhere, deleteAll, isBusy } = useLeaving(email);
  const exporting = useExporting(open);
  const showSuppressions = useShowSuppressions();
  const isConnected = config?.connected ?? false;
  const then = (ask: () => void) => () => {
    onClose();
    ask();
  };
  return (
    <Popover
      open={open}
      onClose={onClose}
      anchorEl={anchor}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { role: "dialog", "aria-labelledby": id } }}
    >
      <div className={styles.panel}>
        <div>
          <p id={id} className={styles.name}>
            {name || "Google account"}
          </p>
          <p className="hint">{breakable(email)}</p>
        </div>
        <p className={styles.state}>
          {isConnected ? (
            <CircleCheck size={16} color="var(--sent)" aria-hidden />
          ) : (
            <Unplug size={16} color="var(--warning)" aria-hidden />
          )}
          {isConnected
            ? "Connected: your emails are sent from this account"
            : "Not connected: you can't send email"}
        </p>
        {config && <QuotaMeter quota={config.quota} />}
        <div className={styles.actions}>
          <button type="button" className={styles.row} onClick={then(onSettings)}>
            <Settings size={18} aria-hidden />
            Settings
          </button>
          {showSuppressions && (
            <button
              type="button"
              className={styles.row}
              onClick={then(() => showSuppressions(anchor()))}
            >
              <MailX size={18} aria-hidden />
              People you don't email
            </button>
          )}
          <div className={styles.phone}>{children}</div>
          <ExportRow {...exporting} />
          <button
            type="button"
            className={styles.row}
            onClick={then(signOutEverywhere)}
            disabled={isBusy}
          >
            <LogOut size={18} aria-hidden />
            Sign out everywhere
          </button>
          {isConnected && (
            <button
              type="button"
              className={styles.row}
              onClick={then(disconnect)}
              disabled={isBusy}
            >
              <Unplug size={18} aria-hidden />
              Disconnect Google
            </button>
          )}
          <button
            type="button"
            className={styles.row}
            data-danger
            onClick={then(deleteAll)}
            disabled={isBusy}
          >
            <Trash2 size={18} aria-hidden />
            Delete my account and data
          </button>
        </div>
      </div>
    </Popover>
  );
}
