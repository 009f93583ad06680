import { hasFailed, type PagePeople, type Task, write } from "../shared/stored.ts";
import { joined } from "./joinedPeople.ts";

/**
 * The injected script's function (`inPage/inPage.ts`); in the isolated world, which the page can't
 * see.
 */
declare const sendwright: { collect: () => PagePeople };

const SCRIPT = "inPage.js";

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
 * Stores a task for every surface. One that failed is only the answer to the surface that asked for
 * it.
 */
async function offer(task: Task): Promise<Task | null> {
  if (hasFailed(task)) return task;
  await write({ task });
  return null;
}

/**
 * "Collect addresses from this page": everything visible in the page and in the frames we have
 * access to.
 */
async function collectIn(tab: chrome.tabs.Tab): Promise<Task> {
  const task = { kind: "collect" as const, host: siteName(tab.url), id: crypto.randomUUID() };
  try {
    if (tab.id === undefined) throw new Error("The tab was closed.");
    const target = { tabId: tab.id, allFrames: true };
    await inject(target);
    const frames = await chrome.scripting.executeScript({
      target,
      func: () => sendwright.collect(),
    });
    const people = joined(frames.flatMap(({ result }) => (result ? [result] : [])));
    return { ...task, ...people, trouble: people.found.length === 0 ? "no-address" : null };
  } catch {
    return { ...task, ...joined([]), trouble: "forbidden" };
  }
}

/** A click on "Collect addresses from this page". */
export async function collectClicked(tab: chrome.tabs.Tab): Promise<void> {
  await write({ task: await collectIn(tab) });
}

/** "Collect addresses" in a surface. */
export async function collectInFront(windowId: number): Promise<Task | null> {
  const tab = await tabInFront(windowId);
  return tab && (await offer(await collectIn(tab)));
}
