import {
  AppError,
  EXTENSION_HELLO,
  EXTENSION_LIST,
  type HandedList,
} from "@sendwright/core/contract";
import { ORIGIN } from "../shared/settings.ts";
import { forget, read, toStored } from "../shared/stored.ts";
import type { AnswerTo, Failure, Messages, WorkerMessage } from "../shared/workerMessages.ts";
import { authDetail } from "../shared/workerMessages.ts";
import { serially } from "./attempts.ts";
import { findTarget, insertInto, takeBack } from "./insertion.ts";
import { collectInFront } from "./pages.ts";
import { close, follow, shown, submit, undo } from "./sending.ts";
import { currentSession, freshToken, onAuthEvent } from "./session.ts";

type MessageSender = chrome.runtime.MessageSender;
type MessageHandlers = { [T in keyof Messages]: (ask: Messages[T]["ask"]) => Promise<AnswerTo<T>> };

/** Everything the worker does when it is asked to. */
const table: MessageHandlers = {
  auth: async ({ detail }) => {
    await serially(() => onAuthEvent(detail));
    // A send that couldn't be asked about while no one was signed in.
    if (detail.loggedIn) void follow();
  },
  session: async () => {
    const session = await currentSession();
    return session && { uid: session.uid, email: session.email };
  },
  token: ({ refresh, of }) => freshToken({ refresh, ...(of !== undefined && { of }) }),
  send: ({ key, submitted, hold }) => submit(key, submitted, hold),
  undo,
  look: async () => void follow(),
  shown,
  close,
  target: ({ windowId }) => findTarget(windowId),
  insert: insertInto,
  takeBack: ({ spot, undo: number }) => takeBack(spot, number),
  collect: ({ windowId }) => collectInFront(windowId),
};

/** Our content script: our id, on the page's origin, in the top frame of an ordinary tab. */
function isBridge(sender: MessageSender): boolean {
  const { id, origin } = sender;
  return id === chrome.runtime.id && origin === ORIGIN && isTopFrame(sender);
}

/** The top frame of an ordinary tab. */
function isTopFrame({ frameId, tab }: MessageSender): boolean {
  return frameId === 0 && tab !== undefined && !tab.incognito;
}

/** One of our own pages, whether in the popup, the side panel or a tab. */
function isSurface({ id, origin }: MessageSender): boolean {
  return id === chrome.runtime.id && origin === `chrome-extension://${chrome.runtime.id}`;
}

function failure(cause: unknown): Failure {
  if (cause instanceof AppError) return { failure: toStored(cause) };
  console.error("The worker failed:", cause);
  return {
    failure: {
      reason: "internal_server_error",
      message: "Something went wrong in the extension. Please try again.",
    },
  };
}

/** The function that answers a message, or null if this sender may not send it. */
export function work(
  message: Partial<WorkerMessage> | null,
  sender: MessageSender,
): (() => Promise<unknown>) | null {
  const type = message?.type;
  if (type === undefined || !Object.hasOwn(table, type)) return null;
  if (type === "auth") {
    const detail = isBridge(sender) ? authDetail((message as { detail?: unknown }).detail) : null;
    return detail && (() => table.auth({ detail }));
  }
  return isSurface(sender)
    ? () => (table[type] as (ask: unknown) => Promise<unknown>)(message)
    : null;
}

/** `chrome.runtime.onMessage`: answers only permitted senders. */
export function onMessage(
  message: Partial<WorkerMessage> | null,
  sender: MessageSender,
  answer: (given: unknown) => void,
): boolean {
  const asked = work(message, sender);
  if (!asked) return false;
  asked().then(
    (given) => answer(given ?? null),
    (cause: unknown) => answer(failure(cause)),
  );
  return true;
}

/**
 * `chrome.runtime.onMessageExternal`: the page may learn that we are here, and which version;
 * nothing about the person. Only the site itself, in the top frame of a tab, gets the list that its
 * person has just handed over.
 */
export function onPageMessage(
  message: { type?: unknown; taken?: unknown } | null,
  sender: MessageSender,
  answer: (given: unknown) => void,
): boolean {
  if (sender.origin !== ORIGIN) return false;
  if (message?.type === EXTENSION_HELLO.type)
    answer({ version: chrome.runtime.getManifest().version });
  if (message?.type !== EXTENSION_LIST.type || !isTopFrame(sender)) return false;
  handOver(message.taken).then(answer, () => answer(null));
  return true;
}

/**
 * The page's question for the list that Bulk Send is to take over; with `taken`, the page has it,
 * and it is forgotten. Answers null for none, or if it is another account's.
 */
async function handOver(taken: unknown): Promise<HandedList | null> {
  const [list, session] = [await read("handed"), await currentSession()];
  if (!list || list.uid !== session?.uid) return null;
  if (taken === undefined) return list;
  if (taken === list.id) await forget("handed");
  return null;
}
