import { hasFailed, type PagePeople, type Task } from "../shared/stored.ts";
import { joined } from "./joinedPeople.ts";
import { taskOfPerson } from "./tasks.ts";

/**
 * The injected script's function (`inPage/inPage.ts`); in the isolated world, which the page can't
 * see.
 */
declare const sendwright: { collect: () => PagePeople };

const SCRIPT = "inPage.js";

/**
 * Milliseconds that we wait for a page. It may be busy, or show a dialog, which stops every script
 * in it.
 */
export const PATIENCE = 5_000;
/** Milliseconds in which the longest page is read. */
const READING = 20_000;

export class Late extends Error {}

/** Waits for a page. Throws `Late` after a while (milliseconds). */
export async function inTime<T>(work: Promise<T>, patience = PATIENCE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late("The page didn't answer.")), patience);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Makes our functions known in a page. Throws where Chrome lets no extension in. */
export async function inject(target: chrome.scripting.InjectionTarget): Promise<void> {
  await chrome.scripting.executeScript({ target, files: [SCRIPT] });
}

function siteName(url: string | undefined): string {
  try {
    return new URL(url ?? "").host || "this page";
  } catch {
    return "this page";
  }
}

/** The tab that a person sees in a window. */
export async function tabInFront(windowId: number): Promise<chrome.tabs.Tab | null> {
  const [tab] = await chrome.tabs.query({ active: true, windowId });
  return tab ?? null;
}

/**
 * "Collect addresses from this page": everything visible in the page and in the frames we have
 * access to.
 */
export async function collectIn(tab: chrome.tabs.Tab): Promise<Task> {
  const task = { kind: "collect" as const, host: siteName(tab.url), id: crypto.randomUUID() };
  try {
    if (tab.id === undefined) throw new Error("The tab was closed.");
    const target = { tabId: tab.id, allFrames: true };
    await inTime(inject(target));
    const frames = await inTime(
      chrome.scripting.executeScript({ target, func: () => sendwright.collect() }),
      READING,
    );
    const people = joined(frames.flatMap(({ result }) => (result ? [result] : [])));
    return { ...task, ...people, trouble: people.found.length === 0 ? "no-address" : null };
  } catch (cause) {
    return { ...task, ...joined([]), trouble: cause instanceof Late ? "busy" : "forbidden" };
  }
}

/**
 * "Collect addresses" in a surface: stores the task for every surface. One that failed is only the
 * answer to the surface that asked for it.
 */
export async function collectInFront(windowId: number): Promise<Task | null> {
  const store = await taskOfPerson();
  const tab = await tabInFront(windowId);
  if (!tab) return null;
  const task = await collectIn(tab);
  if (hasFailed(task)) return task;
  await store(task);
  return null;
}
