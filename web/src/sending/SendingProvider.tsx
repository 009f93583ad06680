import { isUnanswered } from "@sendwright/core/attempt/attempt";
import { isOpen } from "@sendwright/core/sends/counts";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useToast } from "../components/Toasts.tsx";
import { useSettings } from "../data/accountQueries.ts";
import { isNotFound, useSendProgress } from "../data/sendProgress.ts";
import type { Account } from "./account.ts";
import { Sending } from "./Sending.ts";
import type { SendTab } from "./sendWords.ts";

interface SendingValue {
  account: Account;
  sendings: readonly Sending[];
}

const KINDS = ["direct", "bulk"] as const satisfies readonly SendTab[];

const SendingContext = createContext<SendingValue | null>(null);

function useSendingValue(): SendingValue {
  const held = useContext(SendingContext);
  if (!held) throw new Error("Sending needs a SendingProvider above it.");
  return held;
}

interface Props {
  /**
   * The owner of these attempts. Use it as the provider's key, so that nothing passes to another
   * person.
   */
  uid: string;
  children: ReactNode;
}

/** Runs the attempts of an account above its tabs. */
export function SendingProvider({ uid, children }: Props) {
  const cache = useQueryClient();
  const toast = useToast();
  // A click on Send needs the settings to know whether to hold the email.
  useSettings();
  const [held] = useState<SendingValue>(() => {
    const account = { uid, cache };
    return { account, sendings: KINDS.map((kind) => new Sending(kind, account, toast)) };
  });
  return (
    <SendingContext value={held}>
      {held.sendings.map((sending) => (
        <AttemptFollower key={sending.kind} sending={sending} />
      ))}
      {children}
    </SendingContext>
  );
}

/** Follows sends in progress to their end, on any screen. */
function AttemptFollower({ sending }: { sending: Sending }) {
  const state = useSyncExternalStore(sending.subscribe, sending.read);
  const { data, error } = useSendProgress(state.status === "begun" ? state.key : null, {
    isWatched: false,
  });
  useEffect(() => sending.start(), [sending]);
  useEffect(() => {
    if (data) sending.onProgress(data, isOpen(data.send));
  }, [sending, data]);
  const isGone = state.status === "begun" && isNotFound(error);
  useEffect(() => {
    if (isGone) sending.onMissing();
  }, [sending, isGone]);
  const earlier = useSyncExternalStore(sending.subscribe, sending.earlier);
  return earlier.map((key) => <EarlierFollower key={key} sending={sending} id={key} />);
}

function EarlierFollower({ sending, id }: { sending: Sending; id: string }) {
  const { data, error } = useSendProgress(id, { isWatched: false });
  const end = data && !isOpen(data.send) ? data : isNotFound(error) ? null : undefined;
  useEffect(() => {
    if (end !== undefined) sending.onEarlierEnd(id, end);
  }, [sending, id, end]);
  return null;
}

/** The runners of the sends of each tab, for one account. */
export const useSendingContext = useSendingValue;

/** The account on the screen. */
export function useAccount(): Account {
  return useSendingValue().account;
}

/** Whether the call of this send is still unanswered on this page. */
export const useIsUnanswered = (id: string) =>
  useHasSending((sending) => isUnanswered(sending.read()) && isAbout(sending, id));

/** Whether a toast will report the end of this send, because this page began it. */
export const useIsSentHere = (id: string) =>
  useHasSending(
    (sending) =>
      (sending.read().status === "begun" && isAbout(sending, id)) || sending.earlier().includes(id),
  );

/** Whether this is true of the sending of a tab; follows its changes. */
function useHasSending(is: (sending: Sending) => boolean): boolean {
  const { sendings } = useSendingValue();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = sendings.map((sending) => sending.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [sendings],
  );
  return useSyncExternalStore(subscribe, () => sendings.some(is));
}

/** Whether the latest attempt of a tab is this send. */
function isAbout(sending: Sending, id: string): boolean {
  const attempt = sending.read();
  return attempt.status !== "idle" && attempt.key === id;
}

/** The runner of a tab's sends. */
export function useSendingOf(kind: SendTab): Sending {
  const sending = useSendingValue().sendings.find((one) => one.kind === kind);
  if (!sending) throw new Error(`Nothing runs ${kind} sends.`);
  return sending;
}

/** The runner of a tab's sends, and its current attempt. */
export function useSending(kind: SendTab) {
  const sending = useSendingOf(kind);
  const attempt = useSyncExternalStore(sending.subscribe, sending.read);
  /** How far files are uploaded between a click on Send and its call; null otherwise. */
  const uploading = useSyncExternalStore(sending.subscribe, sending.uploading);
  return { sending, attempt, uploading };
}
