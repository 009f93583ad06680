import type { RowResult, Send } from "@sendwright/core/contract";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import type { RetriedRows } from "../../data/controlSend.ts";
import { type Receipts, receivedOf } from "../../data/receivers.ts";
import { useRepeatGuard } from "../repeat/useRepeatGuard.ts";
import { UnclearPeople } from "../UnclearPeople.tsx";
import { type RowsAgain, retriedRows, rowsAgain, withRefused } from "./rowsAgain.ts";

/** The question names at most this many people. */
const MAX_PEOPLE_NAMED = 3;

const ALL_RECEIVED =
  "Everyone here has already received this email from another send, or will soon.";

type ChosenRows = ReadonlySet<number>;

interface Question {
  /** The rows that you clicked. */
  results: readonly RowResult[];
  received: Receipts;
  /** Says that the check failed, and why. */
  failure: string | null;
  /** Whether the send was canceled. */
  isCanceled: boolean;
  /** The unclear rows that are chosen at first. */
  chosen: ChosenRows;
}

/**
 * Sends rows of a send again, except to people who already received the email from another send. It
 * asks first if there are such people, if the check failed, if the server finds some that the page
 * did not, and always if the send was canceled. `retry` rejects if the server refuses.
 */
export function useSendAgain({ id }: Send, retry: (details: RetriedRows) => Promise<unknown>) {
  const confirm = useConfirm();
  const toast = useToast();
  const { isLooking, lookAgain } = useRepeatGuard();

  /** Asks about the only row that you clicked: the answer decides, also if it has the email. */
  const askAboutOne = async (only: RowResult, question: Question, rows: RowsAgain) => {
    const hasReceived = rows.received.length > 0;
    const isSure = await confirm({
      title: hasReceived ? "Send this email again?" : titleOf("1 email", question),
      text: hasReceived ? (
        `${namedPerson(only)} has already received this email from another send, or will soon.`
      ) : (
        <>
          <SentAgain rows={[only]} />
          {rows.unclear.length > 0 && (
            <p>
              This address already received this email from another send, possibly for someone else.
            </p>
          )}
          {question.failure !== null && <p>{question.failure}</p>}
        </>
      ),
      action: hasReceived ? "Send again" : "Send 1 email",
      ...(!hasReceived && { danger: false }),
    });
    return isSure ? retriedRows(rows, new Set([only.row])) : null;
  };

  /** Asks about several rows. Those that have the email don't get it again. */
  const askAboutMany = async (question: Question, { received, unclear, others }: RowsAgain) => {
    if (unclear.length + others.length === 0) {
      toast(ALL_RECEIVED, { variant: "info" });
      return null;
    }
    const emails = unclear.length > 0 ? "these emails" : pluralize(others.length, "email");
    let { chosen } = question;
    const isSure = await confirm({
      title: titleOf(emails, question),
      text: (
        <>
          <SentAgain rows={others} />
          {received.length > 0 && (
            <p>
              {pluralize(received.length, "other has", "others have")} already received this email
              from another send, or will soon. They won't get it again.
            </p>
          )}
          {unclear.length > 0 && (
            <UnclearChoice
              key={unclear.map(({ row }) => row).join()}
              people={unclear}
              initial={question.chosen}
              onChange={(changed) => {
                chosen = changed;
              }}
            />
          )}
          {question.failure !== null && <p>{question.failure}</p>}
        </>
      ),
      action: unclear.length > 0 ? "Send" : `Send ${emails}`,
      danger: false,
    });
    if (!isSure) return null;
    const retried = retriedRows({ received: [], unclear, others }, chosen);
    if (!retried) toast("Nothing was sent, because you chose no one.", { variant: "info" });
    return retried;
  };

  const ask = (question: Question): Promise<RetriedRows | null> => {
    const rows = rowsAgain(question.results, question.received);
    const [only] = question.results;
    return only && question.results.length === 1
      ? askAboutOne(only, question, rows)
      : askAboutMany(question, rows);
  };

  const sendAgain = async (results: readonly RowResult[], { isCanceled = false } = {}) => {
    const rows = results.map(({ row }) => row);
    const found = await lookAgain(id, rows);
    let question: Question = { results, ...found, isCanceled, chosen: new Set() };
    const isAsked = isCanceled || found.received.length > 0 || found.failure !== null;
    let retried = isAsked ? await ask(question) : { rows, received: [] };
    // The server may know of people who have the email and the page doesn't: then it asks again.
    while (retried) {
      const refused = await retry(retried).then(() => null, receivedOf);
      if (!refused) return;
      const received = withRefused(question.received, refused);
      question = { ...question, received, failure: null, chosen: new Set(retried.received) };
      retried = await ask(question);
    }
  };
  return { isLooking, sendAgain };
}

function titleOf(emails: string, { isCanceled }: Question): string {
  return `Send ${emails} ${isCanceled ? "after all" : "again"}?`;
}

/** Names the people of rows that are sent; draws nothing for none. */
function SentAgain({ rows }: { rows: readonly RowResult[] }) {
  if (rows.length === 0) return null;
  const named = rows.slice(0, MAX_PEOPLE_NAMED).map(namedPerson);
  return <p>To {andMore(named, rows.length)}, with the same email and values as before.</p>;
}

interface UnclearChoiceProps {
  people: readonly RowResult[];
  initial: ChosenRows;
  onChange: (chosen: ChosenRows) => void;
}

/** The choice of people who share a mailbox, inside the question. */
function UnclearChoice({ people, initial, onChange }: UnclearChoiceProps) {
  const [chosen, setChosen] = useState(initial);
  const change = (rows: ChosenRows) => {
    setChosen(rows);
    onChange(rows);
  };
  const named = people.map((result) => ({ n: result.row, who: namedPerson(result) }));
  return <UnclearPeople people={named} chosen={chosen} onChange={change} />;
}
