import { mayStillSend } from "@sendwright/core/attempt/attempt";
import { countsSentence } from "@sendwright/core/sends/counts";
import { openSite } from "../shared/openSite.ts";
import { read, type StoredAttempt } from "../shared/stored.ts";

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

/** Whether a person sees it anyway. */
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
  await chrome.notifications.create(stored.attempt.key, {
    type: "basic",
    iconUrl,
    title: "Sendwright",
    message,
  });
}

/** A click on it leads to the send; to the form where there is no send. */
async function onClick(key: string): Promise<void> {
  const stored = await read("attempt");
  const hasSend = stored === null || stored.attempt.status === "ended";
  if (hasSend) await openSite(`#sends/${key}`);
  else await chrome.tabs.create({ url: chrome.runtime.getURL("panel.html") });
  await chrome.notifications.clear(key);
}

const clicked = (key: string): void => void onClick(key);

/**
 * Hears clicks, as soon as Chrome offers notifications. Adding the same listener again changes
 * nothing.
 */
export function openPanelOnClick(): void {
  chrome.notifications?.onClicked.addListener(clicked);
}
