import { pluralize } from "@sendwright/core/pluralize";
import { useToast } from "../components/Toasts.tsx";
import { useAddSuppressions, useRemoveSuppressions } from "../data/suppressionQueries.ts";
import { errorMessage } from "../lib/errorMessage.ts";

const UNDO_MS = 10_000;
const ABOUT = "suppressions";

/** Adds people to the list of those you don't email, and offers to undo it. */
export function useDontEmail() {
  const toast = useToast();
  const { mutateAsync: add, isPending } = useAddSuppressions();
  const { mutateAsync: remove } = useRemoveSuppressions();
  const undo = async (addresses: string[]) => {
    try {
      await remove(addresses);
      toast(`Undone: ${who(addresses)} can get email again.`, { about: ABOUT });
    } catch (error) {
      const action = { word: "Try again", run: () => void undo(addresses) };
      toast(errorMessage(error), { variant: "danger", about: ABOUT, action });
    }
  };
  // Waited for here and not in callbacks: the row may be gone by the time of the answer.
  const dontEmail = async (addresses: string[]) => {
    try {
      const { added } = await add({ addresses, source: "typed" });
      const fresh = added.map(({ address }) => address);
      if (fresh.length === 0) {
        toast(`${who(addresses)} is on your list already.`, { about: ABOUT });
        return;
      }
      toast(`We won't email ${who(fresh)} again.`, {
        variant: "success",
        duration: UNDO_MS,
        about: ABOUT,
        action: { word: "Undo", run: () => void undo(fresh) },
      });
    } catch (error) {
      toast(errorMessage(error), { variant: "danger", about: ABOUT });
    }
  };
  return { isPending, dontEmail: (...addresses: string[]) => void dontEmail(addresses) };
}

function who(addresses: readonly string[]): string {
  const [only] = addresses;
  return addresses.length === 1 && only ? only : pluralize(addresses.length, "person", "people");
}
