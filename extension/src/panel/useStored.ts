import { mayStillSend } from "@sendwright/core/attempt/attempt";
import { readTemplatesAfter } from "@sendwright/web/parts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Draft,
  forget,
  fromStored,
  hasFailed,
  type RememberedChoices,
  read,
  readRemembered,
  type SessionValues,
  type StoredAttempt,
  type Task,
  withLastUsed,
  write,
  writeRemembered,
} from "../shared/stored.ts";
import { ask } from "./panelAccess.ts";

/** While a send is in progress, asks the worker to check again: Chrome may have stopped it. */
const AGAIN = 3_000;

/** The current attempt, as the worker has stored it. */
export function useAttempt(uid: string) {
  const stored = useStored("attempt");
  const own: StoredAttempt | null = stored?.uid === uid ? stored : null;
  const is = own?.attempt.status ?? "idle";
  const isOpen = mayStillSend(is);
  const cache = useQueryClient();
  const refused = own?.attempt.status === "refused" ? own.attempt : null;
  const readAgain = useEffectEvent(
    () => refused && readTemplatesAfter(cache, fromStored(refused.refusal)),
  );
  useEffect(() => {
    if (refused?.key) readAgain();
  }, [refused?.key]);
  useEffect(() => {
    if (!isOpen) return;
    void ask("look", {});
    const timer = setInterval(() => void ask("look", {}), AGAIN);
    return () => clearInterval(timer);
  }, [isOpen]);
  const isUnseen = own !== null && !isOpen && is !== "idle" && !own.isShown;
  useEffect(() => {
    if (isUnseen) void ask("shown", {});
  }, [isUnseen]);
  return { isKnown: stored !== undefined, own, is, isOpen };
}

export type AttemptView = ReturnType<typeof useAttempt>;

/** Whether this surface is the popup, not the side panel. */
export const IS_POPUP = document.documentElement.dataset.surface === "popup";

/** This surface, among those that may be open at the same time. */
const ME = crypto.randomUUID();

/** A form without content. */
export function empty(uid: string): Draft {
  return {
    uid,
    templateId: null,
    recipients: [],
    typed: "",
    values: [],
    unfinished: [],
    subject: "",
    body: "",
    isPreviewed: false,
    unknown: [],
    by: ME,
  };
}

export type ChangeDraft = (patch: Partial<Draft>) => void;

/**
 * The form's content. It is stored at every key, so that a popup can close in the middle of a word;
 * other windows follow.
 */
export function useDraft(uid: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isTooLong, setTooLong] = useState(false);
  const current = useRef<Draft>(empty(uid));
  const show = useCallback((next: Draft) => {
    current.current = next;
    setDraft(next);
  }, []);

  useEffect(() => {
    void read("draft").then((kept) => show(kept?.uid === uid ? kept : empty(uid)));
    const changed = ({ draft: stored }: Record<string, chrome.storage.StorageChange>) => {
      if (!stored) return;
      const next = stored.newValue as Draft | undefined;
      // Deleted by a logout: the next key must not bring it back.
      if (!next) show(empty(uid));
      else if (next.uid === uid && next.by !== ME) show(next);
    };
    chrome.storage.session.onChanged.addListener(changed);
    return () => chrome.storage.session.onChanged.removeListener(changed);
  }, [uid, show]);

  const change = useCallback<ChangeDraft>(
    (patch) => {
      const next = { ...current.current, ...patch, by: ME };
      show(next);
      write({ draft: next }).then(
        () => setTooLong(false),
        () => setTooLong(true),
      );
    },
    [show],
  );
  return {
    draft,
    change,
    /** Whether Chrome didn't store the last change: the form is longer than its memory for us. */
    isTooLong,
  };
}

/** The choices that outlive the browser: sticky values, and which templates were used last. */
export function useRemembered(uid: string) {
  const [kept, setKept] = useState<RememberedChoices | null>(null);
  const current = useRef<RememberedChoices>({ uid, sticky: [], recent: [] });
  useEffect(() => {
    const load = async () => {
      current.current = await readRemembered(uid);
      setKept(current.current);
    };
    void load();
    const changed = () => void load();
    chrome.storage.local.onChanged.addListener(changed);
    return () => chrome.storage.local.onChanged.removeListener(changed);
  }, [uid]);

  const setSticky = useCallback((name: string, value: string) => {
    const others = current.current.sticky.filter(([known]) => known !== name);
    current.current = {
      ...current.current,
      sticky: value.trim() === "" ? others : [...others, [name, value]],
    };
    void writeRemembered(current.current);
  }, []);
  const used = useCallback((templateId: string) => {
    current.current = withLastUsed(current.current, templateId);
    void writeRemembered(current.current);
  }, []);
  return { kept, setSticky, used };
}

/**
 * The task of this surface, and how to close it; `undefined` until it is known. A failure is shown
 * once, where the person clicked: in the surface that asked (`fail`), or after a menu in the panel,
 * which takes it out of the storage.
 */
export function useTask(uid: string) {
  const waiting = useStored("task");
  const stored = waiting && (waiting.uid ?? uid) !== uid ? null : waiting;
  const [failed, setFailed] = useState<Task | null>(null);
  const isFailure = Boolean(stored && hasFailed(stored));
  useEffect(() => {
    if (!stored || (isFailure && IS_POPUP)) return;
    setFailed(isFailure ? stored : null);
    if (isFailure) void forget("task");
  }, [stored, isFailure]);
  const close = useCallback(() => {
    setFailed(null);
    void forget("task");
  }, []);
  return { task: failed ?? (isFailure ? null : stored), fail: setFailed, close };
}

/** The stored value under a name, kept up to date. `undefined` until it has been read. */
export function useStored<K extends keyof SessionValues>(
  key: K,
): SessionValues[K] | null | undefined {
  const [value, setValue] = useState<SessionValues[K] | null>();
  useEffect(() => {
    let isOver = false;
    void read(key).then(
      (found) => isOver || setValue((known) => (known === undefined ? found : known)),
    );
    const changed = (changes: Record<string, chrome.storage.StorageChange>) => {
      const change = changes[key];
      if (change) setValue((change.newValue as SessionValues[K] | undefined) ?? null);
    };
    chrome.storage.session.onChanged.addListener(changed);
    return () => {
      isOver = true;
      chrome.storage.session.onChanged.removeListener(changed);
    };
  }, [key]);
  return value;
}
