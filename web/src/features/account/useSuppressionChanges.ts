import type { Suppression, SuppressionSource } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { useState } from "react";
import { useAddSuppressions, useRemoveSuppressions } from "../../data/suppressionQueries.ts";
import { download } from "../../lib/download.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { addedMessage, type FoundAddresses, fullMessage, roomFor } from "./suppressionTexts.ts";

/** The result of the last change. */
interface ChangeResult {
  message: string;
  isFailure: boolean;
  undo?: () => void;
  /** Saves the texts that aren't addresses, if the message doesn't name all of them. */
  download?: () => void;
}

/** Another tab came first. */
const ALREADY_OFF = "They were off your list already.";
/** More of them are saved as a file. */
const MAX_NAMED = 5;

export type SuppressionChanges = ReturnType<typeof useSuppressionChanges>;

/** Changes of the list of people you don't email, each with its result and Undo. */
export function useSuppressionChanges(suppressions: readonly Suppression[] | undefined) {
  const add = useAddSuppressions();
  const removal = useRemoveSuppressions();
  const [result, setResult] = useState<ChangeResult | null>(null);

  const fail = (error: unknown) => setResult({ message: errorMessage(error), isFailure: true });
  /** Whether it succeeded. */
  const tried = async (change: () => Promise<ChangeResult>): Promise<boolean> => {
    try {
      setResult(await change());
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };

  /** With the date and the source that they had. */
  const addBack = async (entries: readonly Suppression[]) => {
    const since = new Map(entries.map((one) => [one.address, one.since]));
    for (const source of ["typed", "file"] as const) {
      const addresses = entries.flatMap((one) => (one.source === source ? one.address : []));
      if (addresses.length > 0) await add.mutateAsync({ addresses, source, since });
    }
  };
  const undoRemoving = (entries: readonly Suppression[]) =>
    void tried(async () => {
      await addBack(entries);
      return { message: `Undone: ${peopleAre(entries)} on your list again.`, isFailure: false };
    });
  const remove = (address: string) =>
    void tried(async () => {
      const { removed } = await removal.mutateAsync([address]);
      if (removed.length === 0) return { message: ALREADY_OFF, isFailure: false };
      return {
        message: `${peopleAre(removed)} no longer on your list.`,
        isFailure: false,
        undo: () => undoRemoving(removed),
      };
    });

  /** Adds all addresses or none. Resolves to true if it added them. */
  const addFound = (found: FoundAddresses, source: SuppressionSource): Promise<boolean> => {
    const { addresses, wrong } = found;
    const { room, fits } = roomFor(addresses, suppressions ?? []);
    if (!fits) {
      setResult({ message: fullMessage(room, addresses.length), isFailure: true });
      return Promise.resolve(false);
    }
    return tried(async () => {
      const { added } =
        addresses.length > 0 ? await add.mutateAsync({ addresses, source }) : { added: [] };
      const isLeft = source === "typed";
      return {
        message: addedMessage(added.length, found, isLeft),
        isFailure: addresses.length === 0,
        ...(added.length > 0 && {
          undo: () => void undoAdding(added.map(({ address }) => address)),
        }),
        ...(wrong.length > MAX_NAMED &&
          !isLeft && { download: () => download("not addresses.txt", wrong.join("\n")) }),
      };
    });
  };
  const undoAdding = (addresses: string[]) =>
    tried(async () => {
      const { removed } = await removal.mutateAsync(addresses);
      const message = `Undone: ${peopleAre(removed)} no longer on your list.`;
      return { message: removed.length === 0 ? ALREADY_OFF : message, isFailure: false };
    });

  return {
    result,
    isBusy: add.isPending || removal.isPending,
    addFound,
    fail,
    remove,
  };
}

/** "ann@example.org is", "3 people are". */
function peopleAre(entries: readonly Suppression[]): string {
  const [only] = entries;
  if (entries.length === 1 && only) return `${only.address} is`;
  return `${pluralize(entries.length, "person", "people")} are`;
}
