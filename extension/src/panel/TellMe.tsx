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

/** The wish to be told when a send has ended while nothing of ours is open. Chrome asks for leave at the first tick. */
export function TellMe() {
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
