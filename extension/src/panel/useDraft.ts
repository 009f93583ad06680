import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, read, write } from "../shared/stored.ts";

/** This surface, among those that may be open at the same time. */
const ME = crypto.randomUUID();

function empty(uid: string): Draft {
  return {
    uid,
    templateId: null,
    recipients: [],
    takenOut: [],
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

export type Change = (patch: Partial<Draft>) => void;

/**
 * The form's content. It is stored at every key, so that a popup can close in the middle of a word; other windows
 * follow.
 */
export function useDraft(uid: string): { draft: Draft | null; change: Change } {
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = useRef<Draft>(empty(uid));
  const show = useCallback((next: Draft) => {
    current.current = next;
    setDraft(next);
  }, []);

  useEffect(() => {
    void read("draft").then((kept) => show(kept?.uid === uid ? kept : empty(uid)));
    const changed = ({ draft: stored }: Record<string, chrome.storage.StorageChange>) => {
      const next = stored?.newValue as Draft | undefined;
      if (next && next.uid === uid && next.by !== ME) show(next);
    };
    chrome.storage.session.onChanged.addListener(changed);
    return () => chrome.storage.session.onChanged.removeListener(changed);
  }, [uid, show]);

  const change = useCallback<Change>(
    (patch) => {
      const next = { ...current.current, ...patch, by: ME };
      show(next);
      void write({ draft: next });
    },
    [show],
  );
  return { draft, change };
}
