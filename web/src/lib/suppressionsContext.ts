import { createContext, useContext } from "react";

/**
 * Opens the dialog "People you don't email". `opener`: where the focus goes when it closes, if that
 * isn't where it is now.
 */
export type ShowSuppressions = (opener?: () => Element | null) => void;

/** The app provides it, because a screen that sends doesn't import other screens. */
export const SuppressionsContext = createContext<ShowSuppressions | null>(null);

/** Opens the dialog; null if it isn't available. */
export function useShowSuppressions(): ShowSuppressions | null {
  return useContext(SuppressionsContext);
}
