import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { emailRowOf } from "@sendwright/core/sends/joined";
import { correctedRows, isSuppressedRow, toCorrect } from "@sendwright/core/sends/received";
import { withCommas } from "@sendwright/core/withCommas";
import { useCallback, useRef, useState } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useReceivers } from "../../data/sendActions.ts";
import type { SendProgress } from "../../data/sendProgress.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { peopleAgain } from "./peopleAgain.ts";
import { useAgain } from "./useAgain.ts";
import { useCorrect } from "./useCorrect.ts";

/** The people of a send who are being chosen for another email. */
export interface ChosenPeople {
  /** The rows of their emails. */
  rows: ReadonlySet<number>;
  /** Chooses rows, or leaves them out. */
  choose: (rows: readonly number[], isChosen: boolean) => void;
}

interface PeopleChoice {
  /** Null while no one is choosing. */
  chosen: ChosenPeople | null;
  begin: () => void;
  end: () => void;
}

/**
 * The choice of people for another email. It waits while the send is under way again, and is over
 * once its people are deleted.
 */
export function usePeopleChoice(send: Send): PeopleChoice {
  const [rows, setRows] = useState<ReadonlySet<number> | null>(null);
  const choose = useCallback((some: readonly number[], isChosen: boolean) => {
    setRows((now) => {
      const left = [...(now ?? [])].filter((row) => !some.includes(row));
      return new Set(isChosen ? [...left, ...some] : left);
    });
  }, []);
  return {
    chosen: rows !== null && hasReceivers(send) ? { rows, choose } : null,
    begin: () => setRows(new Set()),
    end: () => setRows(null),
  };
}

/** Whether another email can go to people who received this one. */
function hasReceivers(send: Send): boolean {
  return send.title !== null && send.counts.sent > 0 && !isOpen(send);
}

interface WriteProps {
  send: Send;
  choice: PeopleChoice;
}

/**
 * Makes everyone who received a send, or those chosen, with their values, the list of another
 * email, as long as they are stored.
 */
export function WriteToThem({ send, choice: { chosen, begin, end } }: WriteProps) {
  const { isReady, isFree, writeTo } = useAgain(send);
  const { mutateAsync, isPending } = useReceivers(send.id);
  const toast = useToast();
  const choosing = useRef<HTMLButtonElement>(null);
  if (!hasReceivers(send)) return null;
  const write = async (only?: ReadonlySet<number>) => {
    if (!isFree()) return;
    try {
      const received = await mutateAsync();
      const { corrections, ...people } = peopleAgain(send.id, {
        ...received,
        rows: received.rows.filter((row) => only?.has(emailRowOf(row)) ?? true),
      });
      // This corrects no one: it is another email.
      writeTo({ ...people, isCorrection: false }, corrections.length);
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  const isNone = chosen?.rows.size === 0;
  return (
    <>
      {!chosen && (
        <Button size="small" disabled={!isReady || isPending} onClick={() => void write()}>
          Write to everyone who received it
        </Button>
      )}
      {(chosen || send.counts.sent > 1) && (
        <Button
          ref={choosing}
          size="small"
          variant={chosen ? "outlined" : "text"}
          disabled={!isReady || isPending}
          // Not disabled: that would take the focus from someone who begins to choose.
          aria-disabled={isNone}
          onClick={() => {
            if (!chosen) begin();
            else if (!isNone) void write(chosen.rows);
          }}
        >
          {chosen ? writeWords(chosen.rows.size) : "Choose people"}
        </Button>
      )}
      {chosen && (
        <Button
          size="small"
          variant="text"
          onClick={() => {
            choosing.current?.focus();
            end();
          }}
        >
          Cancel
        </Button>
      )}
    </>
  );
}

function writeWords(people: number): string {
  if (people === 0) return "Choose people in the table";
  return people === 1 ? "Write to this person" : `Write to these ${withCommas(people)}`;
}

/** Puts the people a bulk send didn't reach, and its email, into Bulk Send to be corrected. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, correct } = useCorrect(send);
  // Someone whom the page skipped is in a blank row, which brings no one back.
  const { suppressed } = useSuppressedKeys(
    results.some((row) => isSuppressedRow(row) && row.recipient !== ""),
  );
  const people = toCorrect(results, correctedRows(send), suppressed).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  return (
    <Button size="small" disabled={!isReady} onClick={correct}>
      {/* Shown beside the button that sends a canceled email to them unchanged. */}
      {send.cancelled > 0 ? "Edit it first" : `Correct ${who} who did not get it`}
    </Button>
  );
}
