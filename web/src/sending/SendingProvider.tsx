import { type Attempt, isUnanswered } from "@sendwright/core/attempt/attempt";
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
import type { FormStore } from "./formStore.ts";
import { type EarlierSend, Sending } from "./Sending.ts";
import type { SendMode } from "./sendMode.ts";

interface SendingValue {
  account: Account;
  sendings: readonly Sending[];
}

const SendingContext = createContext<SendingValue | null>(null);

function useSendingValue(): SendingValue {
  const held = useContext(SendingContext);
  if (!held) throw new Error("Sending needs a SendingProvider above it.");
  return held;
}

interface Props {
  /** The owner of these attempts. Use it as the provider's key, so that nothing passes to another person. */
  uid: string;
  // biome-ignore lint/suspicious/noExplicitAny: only the form that froze it reads it.
  modes: readonly SendMode<any, any>[];
  children: ReactNode;
}

/** Runs the attempts of an account above its tabs. */
export function SendingProvider({ uid, modes: ways, children }: Props) {
  const cache = useQueryClient();
  const toast = useToast();
  // A click on Send needs the settings to know whether to hold the email.
  useSettings();
  const [held] = useState<SendingValue>(() => {
    const account = { uid, cache };
    return { account, sendings: ways.map((way) => new Sending(way, account, toast)) };
  });
  return (
    <SendingContext value={held}>
      {held.sendings.map((sending) => (
        <Runner key={sending.mode.kind} sending={sending} />
      ))}
      {children}
    </SendingContext>
  );
}

/** Follows sends in progress to their end, on any screen. */
function Runner({ sending }: { sending: Sending }) {
  const state = useSyncExternalStore(sending.subscribe, sending.read);
  const { data, error } = useSendProgress(state.status === "begun" ? state.key : null, { isWatched: false });
  useEffect(() => sending.start(), [sending]);
  useEffect(() => {
    if (data) sending.onProgress(data, isOpen(data.send));
  }, [sending, data]);
  const isGone = state.status === "begun" && isNotFound(error);
  useEffect(() => {
    if (isGone) sending.onMissing();
  }, [sending, isGone]);
  const earlier = useSyncExternalStore(sending.subscribe, sending.earlier);
  return earlier.map((send) => <EarlierRunner key={send.key} sending={sending} send={send} />);
}

function EarlierRunner({ sending, send }: { sending: Sending; send: EarlierSend }) {
  const { data, error } = useSendProgress(send.key, { isWatched: false });
  const end = data && !isOpen(data.send) ? data : isNotFound(error) ? null : undefined;
  useEffect(() => {
    if (end !== undefined) sending.onEarlierEnd(send, end);
  }, [sending, send, end]);
  return null;
}

/** Runs one send mode, for one account. */
export const useSendings = useSendingValue;

/** Runs the send modes that can reuse an earlier send's email, and their account. */
export function useReusableModes() {
  const { account, sendings } = useSendingValue();
  return { account, sendings: sendings.filter(({ mode }) => mode.reuse !== undefined) };
}

/** The account on the screen. */
export function useAccount(): Account {
  return useSendingValue().account;
}

/** Whether the call of this send is still unanswered on this page. */
export const useIsUnanswered = (id: string) => useAttemptOf(id, isUnanswered);

/** Whether this page began a send: then a toast reports its end. */
export const useIsSentHere = (id: string) => useAttemptOf(id, ({ status }) => status === "begun" || status === "ended");

function useAttemptOf(id: string, is: (attempt: Attempt<unknown>) => boolean): boolean {
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
  return useSyncExternalStore(subscribe, () =>
    sendings.some(({ read }) => {
      const attempt = read();
      return is(attempt) && attempt.status !== "idle" && attempt.key === id;
    }),
  );
}

/** What runs a send mode, and its current attempt. */
export function useSending<Submitted, Call>({ kind }: SendMode<Submitted, Call>) {
  const sending = useSendingValue().sendings.find(({ mode }) => mode.kind === kind) as
    | Sending<Submitted, Call>
    | undefined;
  if (!sending) throw new Error(`There is no send mode ${kind}.`);
  const attempt = useSyncExternalStore(sending.subscribe, sending.read);
  return { sending, attempt };
}

/** The form of the account on the screen, and how to change it. */
export function useForm<Form, Action>(of: (account: Account) => FormStore<Form, Action>) {
  const { read, change, subscribe, restored, aside, swap, discard, setAside } = of(useAccount());
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
    /** The form restored after a reload, as long as its content is in the form. */
    restored: useSyncExternalStore(subscribe, restored),
    /** Emails that weren't sent, besides the form. */
    aside: useSyncExternalStore(subscribe, aside),
    swap,
    discard,
    setAside,
  };
}
