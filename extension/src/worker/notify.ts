import { mayStillSend } from "@sendwright/core/attempt/attempt";
import { countsSentence } from "@sendwright/core/sends/counts";
import { openSite } from "../shared/openSite.ts";
import type { StoredAttempt } from "../shared/stored.ts";

type AttemptStatus = StoredAttempt["attempt"]["status"];

/** The notification about a change of an attempt, or null for none. */
export function notificationOf(
  before: AttemptStatus,
  { attempt, seen }: StoredAttempt,
): string | null {
  if (before === "idle" || !mayStillSend(before)) return null;
  switch (attempt.status) {
    case "ended":
      return seen ? countsSentence(seen.send) : "Your send has ended.";
    case "refused":
    case "absent":
      return "Your email was not sent.";
    case "gone":
      return "Your send was deleted.";
    default:
      return null;
  }
}

/** Begins the id of a notification that leads to the form; that of any other is its send's key. */
const TO_FORM = "form:";

/** Whether a window of ours is open: it shows the same. */
async function isSurfaceOpen(): Promise<boolean> {
  const open = await chrome.runtime.getContexts({ contextTypes: ["POPUP", "SIDE_PANEL", "TAB"] });
  return open.length > 0;
}

/**
 * Tells the person once that a send has ended, if they asked for it (the permission is the setting)
 * and have no window of ours open. Contains no name or address: anyone may see the screen.
 */
export async function notify(before: AttemptStatus, stored: StoredAttempt): Promise<void> {
  const message = notificationOf(before, stored);
  // Without the permission Chrome has no such interface.
  if (message === null || stored.attempt.status === "idle" || !chrome.notifications) return;
  if (await isSurfaceOpen()) return;
  const iconUrl = chrome.runtime.getURL("icons/128.png");
  const { key, status } = stored.attempt;
  await chrome.notifications.create(status === "ended" ? key : `${TO_FORM}${key}`, {
    type: "basic",
    iconUrl,
    title: "Sendwright",
    message,
  });
}

/** Opens what the notification is about, whatever was sent since: its send, or else the form. */
async function open(notification: string): Promise<void> {
  if (notification.startsWith(TO_FORM))
    await chrome.tabs.create({ url: chrome.runtime.getURL("panel.html") });
  else await openSite(`#sends/${notification}`);
  await chrome.notifications.clear(notification);
}

const onClick = (notification: string): void => void open(notification);

/**
 * Hears clicks, as soon as Chrome offers notifications. Adding the same listener again changes
 * nothing.
 */
export function openOnClick(): void {
  chrome.notifications?.onClicked.addListener(onClick);
}
