import type { RowResult, Send } from "@sendwright/core/contract";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { useState } from "react";
import { useConfirm } from "../components/Confirm.tsx";
import { useToast } from "../components/Toasts.tsx";
import { type RetriedRows, receivedOf } from "../data/sendActions.ts";
import { type RepeatCheck, useRepeatGuard } from "./repeatGuard.ts";
import { UnclearPeople } from "./UnclearPeople.tsx";

/** The question names at most this many people. */
const MAX_PEOPLE_NAMED = 3;

const GOT_IT = "Everyone here has already received this email from another send, or will soon.";

/** The choice of people who share a mailbox, inside the question. */
function UnclearChoice({
  people,
  initial,
  onChange,
}: {
  people: readonly RowResult[];
  initial: ChosenRows;
  onChange: (rows: ChosenRows) => void;
}) {
  const [chosen, setChosen] = useState(initial);
  const change = (rows: ChosenRows) => {
    setChosen(rows);
    onChange(rows);
  };
  const named = people.map((result) => ({ n: result.row, who: namedPerson(result) }));
  return <UnclearPeople people={named} chosen={chosen} onChange={change} />;
}

type ChosenRows = ReadonlySet<number>;

interface AgainOptions {
  /** The send was canceled: always ask, not only about people who already received the email. */
  isAsked?: boolean;
}

/**
 * Sends rows of a send again, except to people who already received the email from another send. It
 * asks first if there are such people, if the check failed, or if the server finds some that the
 * page did not. `retry` rejects if the server refuses.
 */
export function useSendAgain({ id }: Send, retry: (details: RetriedRows) => Promise<unknown>) {
  const confirm = useConfirm();
  const toast = useToast();
  const { isLooking, lookAgain } = useRepeatGuard();

  /**
   * Asks which rows to send, with the unclear ones chosen that were chosen before; null for none.
   */
  const ask = async (
    results: readonly RowResult[],
    { received, failure }: Pick<RepeatCheck, "received" | "failure">,
    isAsked: boolean,
    before: ChosenRows,
  ): Promise<RetriedRows | null> => {
    const unclear = received.flatMap(({ row, by }) => (by === "unclear" ? row : []));
    const got = new Set(received.flatMap(({ row, by }) => (by === "unclear" ? [] : row)));
    const left = results.filter(({ row }) => !got.has(row));
    const [only] = results;
    if (left.length === 0 && only && results.length === 1) {
      const yes = await confirm({
        title: "Send this email again?",
        text: `${namedPerson(only)} has already received this email from another send, or will soon.`,
        action: "Send again",
      });
      return yes ? { rows: [only.row], received: [only.row] } : null;
    }
    if (left.length === 0) {
      toast(GOT_IT, { variant: "info" });
      return null;
    }
    const isUnclear = new Set(unclear);
    // A click on one row is its decision.
    const toChoose = left.length === 1 ? [] : left.filter(({ row }) => isUnclear.has(row));
    const sure = left.filter((row) => !toChoose.includes(row));
    let chosen = before;
    const emails = toChoose.length > 0 ? "these emails" : pluralize(left.length, "email");
    const named = sure.slice(0, MAX_PEOPLE_NAMED).map(namedPerson);
    const yes = await confirm({
      title: `Send ${emails} ${isAsked ? "after all" : "again"}?`,
      text: (
        <>
          {sure.length > 0 && (
            <p>To {andMore(named, sure.length)}, with the same email and values as before.</p>
          )}
          {got.size > 0 && (
            <p>
              {pluralize(got.size, "other has", "others have")} already received this email from
              another send, or will soon. They won't get it again.
            </p>
          )}
          {toChoose.length > 0 && (
            <UnclearChoice
              key={toChoose.map(({ row }) => row).join()}
              people={toChoose}
              initial={before}
              onChange={(rows) => {
                chosen = rows;
              }}
            />
          )}
          {toChoose.length === 0 && unclear.length > 0 && (
            <p>
              This address already received this email from another send, possibly for someone else.
            </p>
          )}
          {failure !== null && <p>{failure}</p>}
        </>
      ),
      action: toChoose.length > 0 ? "Send" : `Send ${emails}`,
      danger: false,
    });
    if (!yes) return null;
    const rows = left.flatMap(({ row }) =>
      toChoose.some((one) => one.row === row) && !chosen.has(row) ? [] : row,
    );
    if (rows.length === 0)
      toast("Nothing was sent, because you chose no one.", { variant: "info" });
    return rows.length > 0 ? { rows, received: unclear.filter((row) => rows.includes(row)) } : null;
  };

  const sendAgain = async (
    results: readonly RowResult[],
    { isAsked = false }: AgainOptions = {},
  ) => {
    const rows = results.map(({ row }) => row);
    let { received, failure }: Pick<RepeatCheck, "received" | "failure"> = await lookAgain(
      id,
      rows,
    );
    let isQuestion = isAsked || received.length > 0 || failure !== null;
    let before: ChosenRows = new Set();
    for (;;) {
      const chosen = isQuestion
        ? await ask(results, { received, failure }, isAsked, before)
        : { rows, received: [] };
      if (!chosen) return;
      const refused = await retry(chosen).then(() => null, receivedOf);
      if (!refused) return;
      before = new Set(chosen.received);
      const refusedRows = new Set(refused.map(({ row }) => row));
      received = [...received.filter(({ row }) => !refusedRows.has(row)), ...refused];
      failure = null;
      isQuestion = true;
    }
  };
  return { isLooking, sendAgain };
}
