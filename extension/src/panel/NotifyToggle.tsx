import { useEffect, useState } from "react";
import styles from "./surface.module.css";

const NOTIFICATIONS: chrome.permissions.Permissions = { permissions: ["notifications"] };

/** Whether Chrome lets us notify; the permission is the setting, so that nothing else has to be kept. */
function useMayNotify(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null);
  useEffect(() => {
    const look = () => void chrome.permissions.contains(NOTIFICATIONS).then(setMay);
    look();
    chrome.permissions.onAdded.addListener(look);
    chrome.permissions.onRemoved.addListener(look);
    return () => {
      chrome.permissions.onAdded.removeListener(look);
      chrome.permissions.onRemoved.removeListener(look);
    };
  }, []);
  return may;
}

/**
 * The setting that notifies the person when a send ends and no window of ours is open. Chrome asks for the permission
 * at the first tick.
 */
export function NotifyToggle() {
  const may = useMayNotify();
  if (may === null) return null;
  const change = (wanted: boolean) =>
    void (wanted ? chrome.permissions.request(NOTIFICATIONS) : chrome.permissions.remove(NOTIFICATIONS));
  return (
    <label className={styles.tell}>
      <input type="checkbox" checked={may} onChange={(event) => change(event.target.checked)} />
      Notify me when a send ends
    </label>
  );
}
