import { addressKey } from "@sendwright/core/recipients/recipients";
import { type FoundPerson, hasFailed, type PagePeople, read, type Task } from "../shared/stored.ts";
import { taskOfPerson } from "./tasks.ts";

/**
 * The injected script's function (`inPage/inPage.ts`); in the isolated world, which the page can't
 * see.
 */
declare const sendwright: { collect: () => PagePeople };

type CollectTask = Extract<Task, { kind: "collect" }>;

const SCRIPT = "inPage.js";

/**
 * Milliseconds that we wait for a page. It may be busy, or show a dialog, which stops every script
 * in it.
 */
export const PATIENCE = 5_000;

export class Late extends Error {}

/** Waits for a page. Throws `Late` after a while. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late("The page didn't answer.")), PATIENCE);
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
async function collectIn(
  tab: chrome.tabs.Tab,
  task: Pick<CollectTask, "kind" | "host" | "id">,
): Promise<CollectTask> {
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

/**
 * The people of a tab. If its page doesn't answer in time, the task says so, and `store` gets them
 * once it does, unless something else was clicked since.
 */
export async function collectSoon(
  tab: chrome.tabs.Tab,
  store: (task: Task) => Promise<void>,
): Promise<Task> {
  const task = { kind: "collect" as const, host: siteName(tab.url), id: crypto.randomUUID() };
  const collecting = collectIn(tab, task);
  return await inTime(collecting).catch((): Task => {
    void collecting.then(async (late) => {
      const now = await read("task");
      if (now === null || ("id" in now && now.id === task.id)) await store(late);
    });
    return { ...task, ...joined([]), trouble: "busy" };
  });
}

/**
 * "Collect addresses" in a surface: stores the task for every surface. One that failed is only the
 * answer to the surface that asked for it.
 */
export async function collectInFront(windowId: number): Promise<Task | null> {
  const store = await taskOfPerson();
  const tab = await tabInFront(windowId);
  if (!tab) return null;
  const task = await collectSoon(tab, store);
  if (hasFailed(task)) return task;
  await store(task);
  return null;
}

/** The limit on listed people; a page may have any number of frames. */
const MAX = 1_000;

/** The people of all frames of a page: each address once, with the first name that a frame gives. */
function joined(frames: readonly PagePeople[]): PagePeople {
  const found = new Map<string, FoundPerson>();
  const sum = (count: (people: PagePeople) => number) =>
    frames.reduce((total, people) => total + count(people), 0);
  for (const person of frames.flatMap((people) => people.found)) {
    const key = addressKey(person.address);
    const known = found.get(key);
    if (!known) found.set(key, { ...person });
    else known.name ||= person.name;
  }
  return {
    found: [...found.values()].slice(0, MAX),
    repeated: frames.flatMap((people) => people.repeated).slice(0, MAX),
    hidden: sum(({ hidden }) => hidden),
    more: sum(({ more }) => more) + Math.max(0, found.size - MAX),
  };
}
