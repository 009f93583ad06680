import { useToast } from "../components/Toasts.tsx";

/** The button of such a toast. */
export const OPEN_BULK_SEND = "Open Bulk Send";

/** Does something now, or offers it with a toast in these words. */
type WhenHere = (words: string, go: () => void) => void;

/**
 * For what leads to Bulk Send once an answer has come. Returns a function to call before the answer
 * is asked for; its result goes there only if the person is still in the same place (rule: a late answer).
 */
export function useWhenHere(): () => WhenHere {
  const toast = useToast();
  return () => {
    const { href } = window.location;
    return (words, go) => {
      if (window.location.href === href) go();
      else toast(words, { duration: null, action: { word: OPEN_BULK_SEND, run: go } });
    };
  };
}
