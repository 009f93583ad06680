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
import { dismissResult, followAttempt, markResultSeen, submit, undoHeldSend } from "./sending.ts";
import { currentSession, freshToken, onAuthEvent } from "./session.ts";

type MessageSender = chrome.runtime.MessageSender;
type MessageHandlers = { [T in keyof Messages]: (ask: Messages[T]["ask"]) => Promise<AnswerTo<T>> };

/** Everything that the worker does when it is asked to. */
const handlers: MessageHandlers = {
  auth: async ({ detail }) => {
    await serially(() => onAuthEvent(detail));
    // While no one was signed in, we couldn't ask about a send.
    if (detail.loggedIn) void followAttempt();
  },
  session: async () => {
    const session = await currentSession();
    return session && { uid: session.uid, email: session.email };
  },
  token: ({ refresh, of }) => freshToken({ refresh, ...(of !== undefined && { of }) }),
  send: ({ key, submitted, hold }) => submit(key, submitted, hold),
  undo: undoHeldSend,
  look: async () => void followAttempt(),
  shown: markResultSeen,
  close: dismissResult,
  target: ({ windowId }) => findTarget(windowId),
  insert: insertInto,
  takeBack: (ask) => takeBack(ask.spot, ask.undo),
  collect: ({ windowId }) => collectInFront(windowId),
};

/** Whether it is our content script: our id, on the page's origin, in the top frame of a tab. */
function isBridge(sender: MessageSender): boolean {
  const { id, origin } = sender;
  return id === chrome.runtime.id && origin === ORIGIN && isTopFrame(sender);
}

/** Whether it is the top frame of a tab that isn't private. */
function isTopFrame({ frameId, tab }: MessageSender): boolean {
  return frameId === 0 && tab !== undefined && !tab.incognito;
}

/** Whether it is one of our own pages: the popup, the side panel or a tab. */
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
function handlerFor(
  message: Partial<WorkerMessage> | null,
  sender: MessageSender,
): (() => Promise<unknown>) | null {
  const type = message?.type;
  if (type === undefined || !Object.hasOwn(handlers, type)) return null;
  if (type === "auth") {
    const detail = isBridge(sender) ? authDetail((message as { detail?: unknown }).detail) : null;
    return detail && (() => handlers.auth({ detail }));
  }
  return isSurface(sender)
    ? () => (handlers[type] as (ask: unknown) => Promise<unknown>)(message)
    : null;
}

/** `chrome.runtime.onMessage`: answers only permitted senders. */
export function onMessage(
  message: Partial<WorkerMessage> | null,
  sender: MessageSender,
  answer: (given: unknown) => void,
): boolean {
  const handle = handlerFor(message, sender);
  if (!handle) return false;
  handle().then(
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
  switch (message?.type) {
    case EXTENSION_HELLO.type:
      answer({ version: chrome.runtime.getManifest().version });
      return false;
    case EXTENSION_LIST.type:
      if (!isTopFrame(sender)) return false;
      handOver(message.taken).then(answer, () => answer(null));
      return true;
    default:
      return false;
  }
}

/**
 * Answers the page's question for the list that Bulk Send takes over, with null if there is none or
 * it is another account's. `taken`: the id of a list that the page has, which we forget.
 */
async function handOver(taken: unknown): Promise<HandedList | null> {
  // This may wait for other pages. Then it's still the list of this moment that we forget.
  const session = await currentSession();
  const list = await read("handed");
  if (!list || list.uid !== session?.uid) return null;
  if (taken === undefined) return list;
  if (taken === list.id) await forget("handed");
  return null;
}
