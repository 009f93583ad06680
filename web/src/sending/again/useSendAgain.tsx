import type { RowResult, Send } from "@sendwright/core/contract";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import type { ControlDetails } from "../../data/sends.ts";
import { andMore, counted } from "../../lib/counted.ts";
import { NOT_WHOLE, useRepeatGuard } from "../repeat/useRepeatGuard.ts";

/** So many are named in the question. */
const NAMED = 3;

const GOT_IT = "All of them have got this mail by another send, or are about to.";

interface How {
  /** Asks in any case, not only where someone has the email already. */
  isAsked?: boolean;
  /** The rows are all that failed, and need not be named to the server. */
  isAllFailed?: boolean;
}

/**
 * Sends rows of a send again, without those whose people already received the email by another send. Where there are
 * such people, it asks first. The server refuses whoever got it in the meantime.
 */
export function useSendAgain({ id }: Send, retry: (details: ControlDetails) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const { isLooking, lookAgain } = useRepeatGuard();

  const sendAgain = async (results: readonly RowResult[], { isAsked = false, isAllFailed = false }: How = {}) => {
    const rows = results.map(({ row }) => row);
    const { received, isWhole } = await lookAgain(id, rows);
    const unclear = received.flatMap(({ row, by }) => (by === "unclear" ? row : []));
    const got = new Set(received.flatMap(({ row, by }) => (by === "unclear" ? [] : row)));
    const left = results.filter(({ row }) => !got.has(row));
    const [only] = results;
    if (left.length === 0 && only && results.length === 1) {
      const yes = await confirm({
        title: "Send this email again?",
        text: `${only.recipient} has got this mail by another send, or is about to.`,
        action: "Send again",
      });
      return yes ? retry({ rows, received: rows }) : undefined;
    }
    if (left.length === 0) return void toast(GOT_IT, { variant: "info" });
    const emails = counted(left.length, "email");
    const named = left.slice(0, NAMED).map(({ recipient }) => recipient);
    const question = {
      title: `Send ${emails} after all?`,
      text: (
        <>
          <p>To {andMore(named, left.length)}: the mail and the values that the send began with.</p>
          {got.size > 0 && (
            <p>{counted(got.size, "other has", "others have")} got this mail by another send, or will: left out.</p>
          )}
          {unclear.length > 0 && (
            <p>
              {counted(unclear.length, "of these emails goes", "of these emails go")} to an address that got this mail
              by another send, perhaps for someone else.
            </p>
          )}
          {!isWhole && <p>{NOT_WHOLE}</p>}
        </>
      ),
      action: `Send ${emails}`,
      danger: false,
    };
    const isQuestion = isAsked || received.length > 0;
    if (isQuestion && !(await confirm(question))) return;
    const isAll = isAllFailed && got.size === 0;
    retry({
      ...(!isAll && { rows: left.map(({ row }) => row) }),
      ...(unclear.length > 0 && { received: unclear }),
    });
  };
  return { isLooking, sendAgain };
}
