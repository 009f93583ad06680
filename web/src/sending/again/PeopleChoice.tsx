import type { Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { emailRowOf } from "@sendwright/core/sends/joined";
import { withCommas } from "@sendwright/core/withCommas";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useReceivers } from "../../data/receivers.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { useStable } from "../../lib/useStable.ts";
import styles from "../panel/SendPanel.module.css";
import { useWhenHere } from "../useWhenHere.ts";
import { listIsReady, peopleAgain } from "./peopleAgain.ts";
import { useAgain } from "./useAgain.ts";

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
      const chosen = new Set(now);
      for (const row of some) {
        if (isChosen) chosen.add(row);
        else chosen.delete(row);
      }
      return chosen;
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

const NO_ONE_LEFT = "There's no one left to write to in this send.";
const NO_ROWS: ReadonlySet<number> = new Set();
const QUIET = { variant: "text", color: "secondary" } as const;

interface WriteProps {
  send: Send;
  choice: PeopleChoice;
}

/**
 * Makes everyone who received a send, or those chosen, with their values, the list of another
 * email, as long as they are stored.
 */
function useWriteTo({ send, choice: { chosen } }: WriteProps) {
  const { isReady, warnIfBlocked, writeTo } = useAgain(send);
  const { mutateAsync, isPending } = useReceivers(send.id);
  const toast = useToast();
  const whenHere = useWhenHere();
  const rowsNow = useStable(() => chosen?.rows ?? NO_ROWS);
  const write = async (isEveryone: boolean) => {
    if (warnIfBlocked()) return;
    const here = whenHere();
    try {
      const received = await mutateAsync();
      // They may have been chosen otherwise, or canceled, while the answer was awaited.
      const only = isEveryone ? null : rowsNow();
      if (only?.size === 0) return;
      const rows = received.rows.filter((row) => only?.has(emailRowOf(row)) ?? true);
      if (rows.length === 0) toast(NO_ONE_LEFT, { variant: "info" });
      else here(listIsReady(send, rows), () => writeTo(peopleAgain(send, { ...received, rows })));
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return { isReady, isPending, write };
}

/** Writes another email to everyone who received a send. */
export function WriteToAll(props: WriteProps) {
  const { isReady, isPending, write } = useWriteTo(props);
  if (!hasReceivers(props.send)) return null;
  return (
    <Button
      size="small"
      disabled={!isReady || isPending || props.choice.chosen !== null}
      onClick={() => void write(true)}
    >
      Write to everyone who received it
    </Button>
  );
}

/**
 * Begins to choose people, writes to those chosen, or cancels; stays in view meanwhile. `children`
 * say who is chosen.
 */
export function ChoosePeople({ children, ...props }: WriteProps & { children: ReactNode }) {
  const { isReady, isPending, write } = useWriteTo(props);
  const { send, choice } = props;
  const { chosen, begin, end } = choice;
  const choosing = useRef<HTMLButtonElement>(null);
  if (!hasReceivers(send) || (!chosen && send.counts.sent < 2)) return null;
  const isNone = chosen?.rows.size === 0;
  return (
    <div className={styles.choosing} data-open={chosen !== null}>
      <Button
        ref={choosing}
        size="small"
        {...(!chosen && QUIET)}
        disabled={!isReady}
        // Not disabled: that would take the focus from someone who begins to choose.
        aria-disabled={isNone || isPending}
        onClick={() => {
          if (isNone || isPending) return;
          if (chosen) void write(false);
          else begin();
        }}
      >
        {chosen ? writeWords(chosen.rows.size) : "Choose people"}
      </Button>
      {chosen && (
        <>
          <Button
            size="small"
            {...QUIET}
            onClick={() => {
              choosing.current?.focus();
              end();
            }}
          >
            Cancel
          </Button>
          <div className={styles.chosen}>{children}</div>
        </>
      )}
    </div>
  );
}

function writeWords(emails: number): string {
  if (emails === 0) return "Choose people in the table";
  return emails === 1 ? "Write to this person" : `Write to these ${withCommas(emails)}`;
}
