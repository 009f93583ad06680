import type { Suppression, SuppressionSource } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { useState } from "react";
import { useAddSuppressions, useRemoveSuppressions } from "../../data/suppressionQueries.ts";
import { download } from "../../lib/download.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import {
  addedMessage,
  type FoundAddresses,
  fullMessage,
  MAX_NAMED,
  roomFor,
} from "./suppressionTexts.ts";

/** The result of the last change. */
interface ChangeResult {
  message: string;
  isFailure: boolean;
  undo?: () => void;
  /** Saves the texts that aren't addresses, if the message doesn't name all of them. */
  download?: () => void;
}

/** What we say if another tab has removed them already. */
const ALREADY_OFF = "They were off your list already.";

export type SuppressionChanges = ReturnType<typeof useSuppressionChanges>;

/** Changes of the list of people you don't email, each with its result and Undo. */
export function useSuppressionChanges(suppressions: readonly Suppression[] | undefined) {
  const add = useAddSuppressions();
  const removal = useRemoveSuppressions();
  const [result, setResult] = useState<ChangeResult | null>(null);

  const fail = (error: unknown) => setResult({ message: errorMessage(error), isFailure: true });
  /** Makes a change and shows its result. Resolves to whether it succeeded. */
  const show = async (change: () => Promise<ChangeResult>): Promise<boolean> => {
    try {
      setResult(await change());
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  /** Undoes a change and shows the result. An Undo that fails can be repeated. */
  const undo = async (change: () => Promise<string>): Promise<void> => {
    try {
      setResult({ message: await change(), isFailure: false });
    } catch (error) {
      setResult({ message: errorMessage(error), isFailure: true, undo: () => void undo(change) });
    }
  };

  /** Adds people with the date and the source that they had. Adding them twice changes nothing. */
  const addBack = async (entries: readonly Suppression[]): Promise<string> => {
    const since = new Map(entries.map((one) => [one.address, one.since]));
    for (const source of ["typed", "file"] as const) {
      const addresses = entries.flatMap((one) => (one.source === source ? one.address : []));
      if (addresses.length > 0) await add.mutateAsync({ addresses, source, since });
    }
    return `Undone: ${peopleAre(entries)} on your list again.`;
  };
  const removeAdded = async (addresses: string[]): Promise<string> => {
    const { removed } = await removal.mutateAsync(addresses);
    if (removed.length === 0) return ALREADY_OFF;
    return `Undone: ${peopleAre(removed)} no longer on your list.`;
  };

  const remove = (address: string) =>
    void show(async () => {
      const { removed } = await removal.mutateAsync([address]);
      if (removed.length === 0) return { message: ALREADY_OFF, isFailure: false };
      return {
        message: `${peopleAre(removed)} no longer on your list.`,
        isFailure: false,
        undo: () => void undo(() => addBack(removed)),
      };
    });

  /** Adds all addresses or none. Resolves to false if the server or the limit refused them. */
  const addFound = async (found: FoundAddresses, source: SuppressionSource): Promise<boolean> => {
    const { addresses, wrong } = found;
    const { room, fits } = roomFor(addresses, suppressions ?? []);
    if (!fits) {
      setResult({ message: fullMessage(room, addresses.length), isFailure: true });
      return false;
    }
    return await show(async () => {
      const { added } =
        addresses.length > 0 ? await add.mutateAsync({ addresses, source }) : { added: [] };
      const isLeft = source === "typed";
      return {
        message: addedMessage(added.length, found, isLeft),
        isFailure: addresses.length === 0,
        ...(added.length > 0 && {
          undo: () => void undo(() => removeAdded(added.map(({ address }) => address))),
        }),
        ...(wrong.length > MAX_NAMED &&
          !isLeft && { download: () => download("not addresses.txt", wrong.join("\n")) }),
      };
    });
  };

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
