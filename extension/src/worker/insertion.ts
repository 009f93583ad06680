import { shownName } from "../shared/shownName.ts";
import type {
  CursorView,
  Insertion,
  Messages,
  Spot,
  Target,
  TargetTrouble,
  Undoing,
  Writing,
} from "../shared/workerMessages.ts";
import { inject, inTime, Late, PATIENCE, tabInFront } from "./pages.ts";

/** The injected script's functions (`inPage/inPage.ts`), in the isolated world. */
declare const sendwright: {
  look: () => CursorView;
  insert: (field: number, html: string, text: string, until: number) => Promise<Writing>;
  takeBack: (undo: number, until: number) => Promise<Undoing>;
};

function without(trouble: TargetTrouble): Target {
  return { spot: null, name: null, trouble };
}

/** What each frame of a tab says about the cursor. */
async function askFrames(tabId: number) {
  const target = { tabId, allFrames: true };
  await inject(target);
  return await chrome.scripting.executeScript({ target, func: () => sendwright.look() });
}

/**
 * The field with the cursor in the tab that a person sees in a window. Asked at the click on
 * Insert, again before we write, and to name it in the panel; it changes nothing and is never kept.
 */
export async function findTarget(windowId: number): Promise<Target> {
  const tab = await tabInFront(windowId);
  if (tab?.id === undefined) return without("gone");
  if (tab.url?.startsWith(chrome.runtime.getURL(""))) return without("own-tab");
  const { id: tabId } = tab;
  try {
    const frames = await inTime(askFrames(tabId));
    const views = frames.map(({ result, documentId }) => ({ view: result ?? null, documentId }));
    for (const { view, documentId } of views) {
      if (!view || "trouble" in view) continue;
      const name = { field: shownName(view.name), tab: shownName(tab.title ?? "") };
      return { spot: { tabId, documentId, field: view.field }, name, trouble: null };
    }
    const troubles = views.flatMap(({ view }) => (view && "trouble" in view ? [view.trouble] : []));
    // None at all: the cursor is in a frame that we can't enter.
    return without(troubles[0] ?? "other-origin");
  } catch (cause) {
    return without(cause instanceof Late ? "busy" : "forbidden");
  }
}

function isSame(one: Spot, other: Spot): boolean {
  return (
    one.tabId === other.tabId && one.documentId === other.documentId && one.field === other.field
  );
}

/**
 * Writes into a spot if the cursor is still there, in the tab in front. Once we have asked the page
 * to write, every failure is "unconfirmed".
 */
export async function insertInto({
  windowId,
  spot,
  html,
  text,
}: Messages["insert"]["ask"]): Promise<Insertion> {
  const now = await findTarget(windowId);
  if (now.trouble !== null) return { outcome: now.trouble, undo: null, name: null };
  const { name } = now;
  if (!isSame(now.spot, spot)) return { outcome: "moved", undo: null, name };
  try {
    const [done] = await inTime(
      chrome.scripting.executeScript({
        target: { tabId: spot.tabId, documentIds: [spot.documentId] },
        func: (...given: [number, string, string, number]) => sendwright.insert(...given),
        args: [spot.field, html, text, Date.now() + PATIENCE / 2],
      }),
    );
    const writing = done?.result as Writing | null | undefined;
    return { ...(writing ?? { outcome: "unconfirmed", undo: null }), name };
  } catch {
    return { outcome: "unconfirmed", undo: null, name };
  }
}

/** Puts back the content that an insertion replaced, also in a tab that is no longer in front. */
export async function takeBack(spot: Spot, undo: number): Promise<Undoing> {
  const target = { tabId: spot.tabId, documentIds: [spot.documentId] };
  try {
    await inTime(inject(target));
  } catch {
    // The tab is closed, or another document is in the frame by now.
    return "gone";
  }
  try {
    const [done] = await inTime(
      chrome.scripting.executeScript({
        target,
        func: (...given: [number, number]) => sendwright.takeBack(...given),
        args: [undo, Date.now() + PATIENCE / 2],
      }),
    );
    return (done?.result as Undoing | null | undefined) ?? "unconfirmed";
  } catch {
    return "unconfirmed";
  }
}
