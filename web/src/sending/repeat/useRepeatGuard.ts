import type { CheckedRow } from "@sendwright/core/check/types";
import type { findReceived, InputOf } from "@sendwright/core/contract";
import { useState } from "react";
import { type Received, whoReceived } from "../../data/received.ts";
import { type Repeat, repeatOf } from "./earlierRecipients.ts";

/** What is known of who has an email already. */
export interface Found {
  received: Received;
  repeat: Repeat | null;
  /** False: it could not be looked up. */
  isWhole: boolean;
}

/** Stands where `isWhole` is false. */
export const NOT_WHOLE = "Whether some of them have this mail already could not be looked up.";

type Asked = InputOf<typeof findReceived>;

/** The email of a list that is about to be sent, and which of its rows correct which rows of an earlier send. */
export interface Aim extends Pick<Asked, "template_id" | "subject"> {
  corrects?: { send: string; rows: number[]; here: number[] } | undefined;
}

/** Finds out who already received an email before it is sent to them. */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const ask = async (asked: Asked): Promise<Found> => {
    setLooking(true);
    try {
      const received = await whoReceived(asked);
      return { received, repeat: repeatOf(received), isWhole: true };
    } catch (error) {
      // The guard is a help, not a lock: a failed look-up doesn't keep mail from going out, but the person hears of it.
      console.warn("Could not look for an earlier send:", error instanceof Error ? error.message : error);
      return { received: [], repeat: null, isWhole: false };
    } finally {
      setLooking(false);
    }
  };

  /** Looks for the rows of a list that are ready. */
  const look = ({ corrects, ...email }: Aim, rows: readonly Pick<CheckedRow, "n" | "address" | "verdict">[]) => {
    const from = new Map(corrects?.here.map((n, i) => [n, corrects.rows[i]]));
    const people = rows.flatMap(({ n, address, verdict }) => {
      const came = from.get(n);
      if (address === null || verdict !== "ready") return [];
      return { row: n, recipient: address, ...(came !== undefined && { from: came }) };
    });
    return ask({ ...email, people, ...(corrects && { corrects: corrects.send }) });
  };
  /** Looks for rows of a send that are to be sent again. */
  const lookAgain = (send: string, rows: number[]) => ask({ send, rows });
  return { isLooking, look, lookAgain };
}
