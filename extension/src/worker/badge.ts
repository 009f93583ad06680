import { isAllSent } from "@sendwright/core/sends/counts";
import { read, type StoredAttempt } from "../shared/stored.ts";

interface Badge {
  text: string;
  color: string;
  title: string;
}

const NO_BADGE: Badge = { text: "", color: "#5f6368", title: "Sendwright" };

/** The badge for an attempt. */
export function badgeOf(stored: StoredAttempt | null): Badge {
  if (stored === null) return NO_BADGE;
  const { attempt, seen } = stored;
  switch (attempt.status) {
    case "idle":
    case "undone":
      return NO_BADGE;
    case "asked":
    case "held":
    case "undoing":
    case "begun":
      return { text: "…", color: "#1d4ed8", title: "Sendwright: sending" };
    case "lost":
      return {
        text: "?",
        color: "#8a5a00",
        title: "Sendwright: checking what happened to your emails",
      };
    case "ended": {
      if (stored.isShown) return NO_BADGE;
      const isAll = seen !== null && isAllSent(seen.send);
      if (isAll)
        return { text: "✓", color: "#17704a", title: `Sendwright: ${seen.send.counts.sent} sent` };
      return { text: "!", color: "#b3261e", title: "Sendwright: not everyone received your email" };
    }
    case "refused":
    case "absent":
    case "gone":
      if (stored.isShown) return NO_BADGE;
      return { text: "!", color: "#b3261e", title: "Sendwright: your email was not sent" };
  }
}

/** Paints the badge for the stored state. */
export async function paint(stored?: StoredAttempt | null): Promise<void> {
  const { text, color, title } = badgeOf(stored === undefined ? await read("attempt") : stored);
  await Promise.all([
    chrome.action.setBadgeText({ text }),
    chrome.action.setBadgeBackgroundColor({ color }),
    chrome.action.setTitle({ title }),
  ]);
}
