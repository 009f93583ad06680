import { AirmailStripe, Brand, ThemeSwitch } from "@sendwright/web/parts";
import { PanelRightOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { siteLink } from "../shared/openSite.ts";
import styles from "./surface.module.css";
import { IS_POPUP } from "./useStored.ts";

/**
 * The window around this surface; known before it is needed, because a click counts only in its own
 * turn.
 */
export function useWindowId(): number | null {
  const [id, setId] = useState<number | null>(null);
  useEffect(() => void chrome.windows.getCurrent().then((found) => setId(found.id ?? null)), []);
  return id;
}

/**
 * The logo, which leads to the site, the theme, the sender's address, and in the popup a button
 * that opens the panel.
 */
export function Bar({ email }: { email: string | null }) {
  const windowId = useWindowId();
  const open = () => {
    if (windowId !== null) void chrome.sidePanel.open({ windowId }).then(() => window.close());
  };
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a className={styles.logo} title="Open Sendwright" {...siteLink("")}>
          <Brand />
        </a>
        <ThemeSwitch />
        {IS_POPUP && (
          <button type="button" className={styles.icon} onClick={open} title="Open beside the page">
            <PanelRightOpen size={18} aria-hidden />
            <span className="unseen">Open beside the page</span>
          </button>
        )}
      </div>
      {/* Its line is there before it is known, so that nothing moves. */}
      <p className={styles.email}>{email ?? "\u00a0"}</p>
      <AirmailStripe />
    </header>
  );
}
