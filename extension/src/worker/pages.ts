import {
  type Field,
  hasFailed,
  type PagePeople,
  type PageTrouble,
  read,
  type Task,
  write,
} from "../shared/stored.ts";
import type { Insertion } from "../shared/workerMessages.ts";
import { joined } from "./joinedPeople.ts";

/**
 * The injected script's functions (`inPage/inPage.ts`); in the isolated world, which the page can't
 * see.
 */
interface InPageScript {
  remember: () => boolean;
  insert: (html: string, text: string) => Promise<Insertion>;
  collect: () => PagePeople;
}
declare const sendwright: InPageScript;

type Target = chrome.scripting.InjectionTarget;

const SCRIPT = "inPage.js";

/** Makes our functions known in a page. Throws where Chrome lets no extension in. */
async function inject(target: Target): Promise<void> {
  await chrome.scripting.executeScript({ target, files: [SCRIPT] });
}

function siteName(url: string | undefined): string {
  try {
    return new URL(url ?? "").host || "this page";
  } catch {
    return "this page";
  }
}

/**
 * Remembers the field with the cursor in a frame. Null if there isn't one. Throws if we have no
 * access.
 */
async function fieldIn(tabId: number, frameId: number, host: string): Promise<Field | null> {
  const target = { tabId, frameIds: [frameId] };
  await inject(target);
  const [found] = await chrome.scripting.executeScript({
    target,
    func: () => sendwright.remember(),
  });
  return found?.result === true && found.documentId
    ? { tabId, documentId: found.documentId, host }
    : null;
}

function insertTask(field: Field | null, trouble: PageTrouble | null): Task {
  return { kind: "insert", field, trouble };
}

/**
 * A click on "Insert template": the frame that was clicked in, before the panel takes the focus.
 */
export async function findClicked(tab: chrome.tabs.Tab, frameId: number): Promise<void> {
  if (tab.id === undefined) return;
  try {
    const field = await fieldIn(tab.id, frameId, siteName(tab.url));
    await write({ task: insertTask(field, field ? null : "no-field") });
  } catch {
    // A frame of another origin, or a page that is Chrome's own: neither can be asked why.
    await write({ task: insertTask(null, frameId === 0 ? "forbidden" : "other-origin") });
  }
}

async function tabInFront(windowId: number): Promise<chrome.tabs.Tab | null> {
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

/** "Insert into the page" in a surface: whichever frame of the page in front has the cursor. */
export async function findInFront(windowId: number): Promise<Task | null> {
  const tab = await tabInFront(windowId);
  if (tab?.id === undefined) return insertTask(null, "gone");
  const { id } = tab;
  try {
    await inject({ tabId: id, allFrames: true });
    const target = { tabId: id, allFrames: true };
    const found = await chrome.scripting.executeScript({
      target,
      func: () => sendwright.remember(),
    });
    // The frame inside says yes, and so does none around it: an outer frame's focus is on the
    // frame, not on a field.
    const documentId = found.find(({ result }) => result === true)?.documentId;
    const field = documentId ? { tabId: id, documentId, host: siteName(tab.url) } : null;
    return await offer(insertTask(field, field ? null : "no-field"));
  } catch {
    return insertTask(null, "forbidden");
  }
}

/** Inserts into the field of the task, and returns the result. */
export async function insertIntoField(html: string, text: string): Promise<Insertion> {
  const task = await read("task");
  if (task?.kind !== "insert" || task.field === null)
    return task?.kind === "insert" && task.trouble !== "no-field" ? "forbidden" : "no-field";
  const { tabId, documentId } = task.field;
  const target = { tabId, documentIds: [documentId] };
  try {
    const [done] = await chrome.scripting.executeScript({
      target,
      func: (markup: string, plain: string) => sendwright.insert(markup, plain),
      args: [html, text],
    });
    return (done?.result as Insertion | undefined) ?? "gone";
  } catch {
    // The tab is closed, or another document is in the frame by now.
    return "gone";
  }
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
