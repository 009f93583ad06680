import { useEffect, useState } from "react";
import { read, type Stored } from "../shared/stored.ts";

/** The stored value under a name, kept up to date. `undefined` until it has been read. */
export function useStored<K extends keyof Stored>(key: K): Stored[K] | null | undefined {
  const [value, setValue] = useState<Stored[K] | null>();
  useEffect(() => {
    let isOver = false;
    void read(key).then((found) => isOver || setValue((known) => (known === undefined ? found : known)));
    const changed = (changes: Record<string, chrome.storage.StorageChange>) => {
      const change = changes[key];
      if (change) setValue((change.newValue as Stored[K] | undefined) ?? null);
    };
    chrome.storage.session.onChanged.addListener(changed);
    return () => {
      isOver = true;
      chrome.storage.session.onChanged.removeListener(changed);
    };
  }, [key]);
  return value;
}
