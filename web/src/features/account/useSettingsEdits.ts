import type { Settings } from "@sendwright/core/contract";
import { useRef, useState } from "react";
import { useSaveSettings } from "../../data/accountQueries.ts";

type Edits = Partial<Settings>;
type Name = keyof Edits;

const namesOf = (edits: Edits) => Object.keys(edits) as Name[];

function pick(edits: Edits, isPicked: (name: Name) => boolean): Edits {
  return Object.fromEntries(namesOf(edits).flatMap((n) => (isPicked(n) ? [[n, edits[n]]] : [])));
}

/**
 * Edits of the saved settings. Each is kept until it is saved, whatever else you edit or save
 * meanwhile. Saves one after the other, so that answers arrive in order.
 */
export function useSettingsEdits(saved: Settings | undefined) {
  const { mutateAsync, isPending, isSuccess } = useSaveSettings();
  const [edits, setEdits] = useState<Edits>({});
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef(edits);
  /** The edits that couldn't be saved; `error` says why. */
  const failed = useRef(new Set<Name>());
  const saving = useRef(Promise.resolve());

  const keep = (next: Edits) => {
    latest.current = next;
    setEdits(next);
  };
  const clearFailed = (names: readonly Name[]) => {
    for (const name of names) failed.current.delete(name);
    if (failed.current.size === 0) setError(null);
  };
  const unsaved = () =>
    namesOf(latest.current).filter((name) => latest.current[name] !== saved?.[name]);

  const send = async (given: Edits) => {
    // Others are saved already, or edited again.
    const sent = pick(given, (name) => latest.current[name] === given[name]);
    const names = namesOf(sent);
    if (names.length === 0) return;
    try {
      await mutateAsync(sent);
      keep(pick(latest.current, (name) => latest.current[name] !== sent[name]));
      clearFailed(names);
    } catch (failure) {
      for (const name of names) failed.current.add(name);
      setError(failure as Error);
    }
  };

  return {
    edits,
    /** Keeps what you type, to save it later. */
    edit: (more: Edits) => {
      keep({ ...latest.current, ...more });
      clearFailed(namesOf(more));
    },
    /** Saves these edits, or those that failed. Resolves to the names of edits that aren't saved. */
    save: async (more = pick(latest.current, (name) => failed.current.has(name))) => {
      keep({ ...latest.current, ...more });
      saving.current = saving.current.then(() => send(more));
      await saving.current;
      return unsaved();
    },
    hasUnsaved: isPending || unsaved().length > 0,
    isSaving: isPending,
    isSaved: isSuccess,
    error,
  };
}
