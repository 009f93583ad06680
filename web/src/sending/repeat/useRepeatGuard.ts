import {
  AppError,
  type findReceived,
  type InputOf,
  MAX_CORRECTED_ROWS,
} from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { withCommas } from "@sendwright/core/withCommas";
import { useState } from "react";
import { type Receipts, whoReceived } from "../../data/receivers.ts";
import { type AskedAddress, askedAddresses, type GuardedRow } from "./askedAddresses.ts";
import { repeatOf } from "./repeat.ts";
import { failedSentence } from "./repeatWords.ts";

type ReceivedInput = InputOf<typeof findReceived>;

/**
 * The email of a list that is about to be sent, and which of its rows correct which rows of an
 * earlier send.
 */
interface RepeatTarget extends Pick<ReceivedInput, "template_id" | "subject" | "replaces"> {
  corrects?: { send: string; rows: number[]; here: number[] } | undefined;
  /** The deleted template that a composed email came from: its receivers have the email, too. */
  former?: string | undefined;
  /** By row: a hash of the email's content (`emailContents`). */
  contents: Promise<ReadonlyMap<number, string>>;
  /** The list, if its rows may be the addresses of one row. */
  list?: Pick<List, "rows">;
}

/** What a check has found; `failure` says that it failed, and why. */
type Checked<Found> = { found: Found; failure: null } | { found: null; failure: string };

/** Finds out who already received an email before you send it to them. */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const check = async <Found>(
    rows: number,
    find: () => Promise<Found>,
  ): Promise<Checked<Found>> => {
    setLooking(true);
    try {
      return { found: await find(), failure: null };
    } catch (error) {
      return { found: null, failure: failureOf(error, rows) };
    } finally {
      setLooking(false);
    }
  };

  /** Checks the rows of a list that are ready. */
  const look = async (email: RepeatTarget, rows: readonly GuardedRow[]) => {
    const asked = askedAddresses(rows, email.list);
    const people = new Set(asked.map(({ row }) => row)).size;
    const { found, failure } = await check(people, () => receiversOf(email, asked));
    return { repeat: found && repeatOf(found, asked), failure };
  };
  /** Checks rows of a send that will be sent again. */
  const lookAgain = async (send: string, rows: number[]) => {
    const { found, failure } = await check(rows.length, () => whoReceived({ send, rows }));
    return { received: found ?? [], failure };
  };
  return { isLooking, look, lookAgain };
}

/** A failed check doesn't block the send, but the question says that it failed. */
function failureOf(error: unknown, rows: number): string {
  console.warn(
    "Could not look for an earlier send:",
    error instanceof Error ? error.message : error,
  );
  const failed = failedSentence(rows);
  return error instanceof AppError ? `${failed} ${error.message}` : failed;
}

/** Asks the server who of a list already received its email. Throws AppError. */
async function receiversOf(
  { former, ...email }: RepeatTarget,
  asked: readonly AskedAddress[],
): Promise<Receipts> {
  // In several calls, the server couldn't see who shares a mailbox.
  if (asked.length > MAX_CORRECTED_ROWS) {
    const [all, most] = [asked.length, MAX_CORRECTED_ROWS].map(withCommas);
    const message = `The list has ${all} addresses, and we can check ${most} at a time. Send it in parts.`;
    throw new AppError("invalid_input", message);
  }
  const input = await inputOf(email, asked);
  const received = await whoReceived(input);
  if (former === undefined) return received;
  return mergedReceipts(received, await whoReceived({ ...input, template_id: former }));
}

async function inputOf(
  { corrects, contents, template_id, subject, replaces }: Omit<RepeatTarget, "former">,
  asked: readonly AskedAddress[],
): Promise<ReceivedInput> {
  const contentByRow = await contents;
  const correctedBy = new Map(corrects?.here.map((n, i) => [n, corrects.rows[i]]));
  const people = asked.map(({ row, askedAs, address, group }) => {
    // Only the row's own number is that of a person who came from an earlier send.
    const from = correctedBy.get(askedAs);
    const content = contentByRow.get(row);
    return {
      row: askedAs,
      recipient: address,
      ...(from !== undefined && { from }),
      ...(group !== undefined && { group }),
      ...(content !== undefined && { content }),
    };
  });
  return {
    template_id,
    subject,
    ...(replaces !== undefined && { replaces }),
    people,
    ...(corrects && { corrects: corrects.send }),
  };
}

/**
 * The answers to two questions about the same rows: anyone who certainly has the email counts as
 * having it, since the later time, and as having exactly this one if either answer says so.
 */
export function mergedReceipts(some: Receipts, others: Receipts): Receipts {
  const byRow = new Map(some.map((receipt) => [receipt.row, receipt]));
  for (const receipt of others) {
    const known = byRow.get(receipt.row);
    byRow.set(receipt.row, known === undefined ? receipt : merged(known, receipt));
  }
  return [...byRow.values()];
}

function merged(one: Receipts[number], other: Receipts[number]): Receipts[number] {
  const { row, by } = one.by === "unclear" ? other : one;
  const at = one.at > other.at ? one.at : other.at;
  const isKnown = one.same !== undefined && other.same !== undefined;
  const isSame = one.same === true || other.same === true;
  return { row, by, at, ...((isSame || isKnown) && { same: isSame }) };
}
