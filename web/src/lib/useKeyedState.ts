import { type Dispatch, type SetStateAction, useCallback, useState } from "react";

/**
 * A state that starts over with `first()` whenever `key` changes. The function that sets it stays
 * the same, and sets the state of the key that is current when it is called.
 */
export function useKeyedState<T>(key: string, first: () => T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(() => ({ key, value: first() }));
  const current = state.key === key ? state : { key, value: first() };
  if (current !== state) setState(current);
  const set = useCallback<Dispatch<SetStateAction<T>>>(
    (next) =>
      setState((now) => {
        const value = typeof next === "function" ? (next as (now: T) => T)(now.value) : next;
        return value === now.value ? now : { ...now, value };
      }),
    [],
  );
  return [current.value, set];
}
