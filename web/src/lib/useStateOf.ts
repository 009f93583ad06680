import { type Dispatch, type SetStateAction, useCallback, useState } from "react";

/**
 * A state that starts over, with `first`, whenever `of` is another. The function that sets it stays
 * the same.
 */
export function useStateOf<T>(of: string, first: () => T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(() => ({ of, value: first() }));
  const current = state.of === of ? state : { of, value: first() };
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
