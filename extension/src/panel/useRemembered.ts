import { useCallback, useEffect, useRef, useState } from "react";
import { type Remembered, readRemembered, withLastUsed, writeRemembered } from "../shared/stored.ts";

/** What outlives the browser: sticky values, and which templates were used last. */
export function useRemembered(uid: string) {
  const [kept, setKept] = useState<Remembered | null>(null);
  const current = useRef<Remembered>({ uid, sticky: [], recent: [] });
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
    current.current = { ...current.current, sticky: value.trim() === "" ? others : [...others, [name, value]] };
    void writeRemembered(current.current);
  }, []);
  const used = useCallback((templateId: string) => {
    current.current = withLastUsed(current.current, templateId);
    void writeRemembered(current.current);
  }, []);
  return { kept, setSticky, used };
}
