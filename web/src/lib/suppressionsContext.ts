import { createContext, useContext } from "react";

/** Opens the dialog "People you don't email". The focus goes to `opener` when it closes. */
type ShowSuppressions = (opener: HTMLElement | null) => void;

/** The app provides it, because a screen that sends doesn't import other screens. */
export const SuppressionsContext = createContext<ShowSuppressions | null>(null);

/** Opens the dialog; null if it isn't available. */
export function useShowSuppressions(): ShowSuppressions | null {
  return useContext(SuppressionsContext);
}
