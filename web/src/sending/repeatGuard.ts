import type { CheckedRow } from "@sendwright/core/check/types";
import { AppError, type findReceived, type InputOf } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { useState } from "react";
import { type Receipts, whoReceived } from "../data/sendActions.ts";
import { spanWords } from "../lib/when.ts";

/** The name of the email that is about to be sent, how many of it, and to whom. */
interface ReadyEmail {
  name: string;
  ready: number;
  to: string;
}

/** Says who already received an email or soon will, and when. `now` is in milliseconds. */
export function repeatSentence(
  { first, last, rows, unclear }: Repeat,
  { name, ready, to }: ReadyEmail,
  now: number,
): string {
  const all = ready === 1 ? to : "these people";
  const sure = rows.length - unclear.length;
  const some = (count: number) =>
    count === ready ? all : `${count} of these ${pluralize(ready, "person", "people")}`;
  const people =
    sure > 0
      ? some(sure)
      : `someone at an address that ${some(unclear.length)} ${ready === 1 ? "has" : "share"}`;
  const when = spanWords(first, last, now);
  if (Date.parse(last) <= now) return `You sent “${name}” to ${people} ${when}.`;
  if (Date.parse(first) > now) return `You've already scheduled “${name}” for ${people} ${when}.`;
  return `You sent or scheduled “${name}” for ${people} ${when}.`;
}

/** Says whether the earlier emails were exactly the one that is about to be sent. */
export function contentSentence({ content }: Pick<Repeat, "content">): string {
  return {
    same: "It's exactly the same email.",
    some: "For some of them, it's exactly the same email.",
    other: "This time, its text, values or files are different.",
    unknown: "Its text, values or files may have been different.",
  }[content];
}

/** The overlap of earlier sends with this email. */
export interface Repeat {
  /**
   * Of the times when each person last received it or will receive it, the first and the last. ISO
   * times.
   */
  first: string;
  last: string;
  /** Rows about to be sent whose recipients already got it, or whose mailbox did. */
  rows: number[];
  /** Those of them whose mailbox got it, maybe for someone else who shares it. */
  unclear: number[];
  /** Whether they got exactly this email: all, some or none of them, or not known of each. */
  content: "same" | "some" | "other" | "unknown";
}

/** The people who already received an email. */
export interface RepeatCheck {
  received: Receipts;
  repeat: Repeat | null;
  /** The message if the check failed, with the reason. */
  failure: string | null;
}

function failedSentence(people: number): string {
  const who = people === 1 ? "this person" : "any of them";
  return `We couldn't check whether ${who} already received this email.`;
}

type ReceivedInput = InputOf<typeof findReceived>;

/**
 * The email of a list that is about to be sent, and which of its rows correct which rows of an
 * earlier send.
 */
interface RepeatTarget extends Pick<ReceivedInput, "template_id" | "subject"> {
  corrects?: { send: string; rows: number[]; here: number[] } | undefined;
  /** The deleted template that a composed email came from: its receivers have the email, too. */
  former?: string | undefined;
  /** By row: a hash of the email's content (`emailContents`). */
  contents: Promise<ReadonlyMap<number, string>>;
}

/** What to ask about people who already received an email; null for nothing. */
export function repeatOf(received: Receipts): Repeat | null {
  const times = received.map(({ at }) => at).sort();
  const [first = null] = times;
  if (first === null) return null;
  const rows = received.map(({ row }) => row);
  const unclear = received.flatMap(({ row, by }) => (by === "unclear" ? row : []));
  return { first, last: times.at(-1) ?? first, rows, unclear, content: contentOf(received) };
}

function contentOf(received: Receipts): Repeat["content"] {
  if (received.every(({ same }) => same === true)) return "same";
  if (received.some(({ same }) => same === true)) return "some";
  return received.every(({ same }) => same === false) ? "other" : "unknown";
}

/**
 * The answers to two questions about the same rows: anyone who certainly has the email counts as
 * having it.
 */
export function together(one: Receipts, other: Receipts): Receipts {
  const byRow = new Map(one.map((found) => [found.row, found]));
  for (const found of other) {
    const known = byRow.get(found.row);
    if (known === undefined || known.by === "unclear") byRow.set(found.row, found);
  }
  return [...byRow.values()];
}

/** Finds out who already received an email before you send it to them. */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const ask = async (asked: Promise<ReceivedInput>, former?: string): Promise<RepeatCheck> => {
    setLooking(true);
    try {
      return await checkOf(await asked, former);
    } finally {
      setLooking(false);
    }
  };

  /** Checks the rows of a list that are ready. */
  const look = ({ former, ...email }: RepeatTarget, rows: readonly ListedRow[]) =>
    ask(inputOf(email, rows), former);
  /** Checks rows of a send that will be sent again. */
  const lookAgain = (send: string, rows: number[]) => ask(Promise.resolve({ send, rows }));
  return { isLooking, look, lookAgain };
}

type ListedRow = Pick<CheckedRow, "n" | "address" | "verdict">;

async function inputOf(
  { corrects, contents, ...email }: Omit<RepeatTarget, "former">,
  rows: readonly ListedRow[],
): Promise<ReceivedInput> {
  const contentOf = await contents;
  const from = new Map(corrects?.here.map((n, i) => [n, corrects.rows[i]]));
  const people = rows.flatMap(({ n, address, verdict }) => {
    if (address === null || verdict !== "ready") return [];
    const came = from.get(n);
    const content = contentOf.get(n);
    return {
      row: n,
      recipient: address,
      ...(came !== undefined && { from: came }),
      ...(content !== undefined && { content }),
    };
  });
  return { ...email, people, ...(corrects && { corrects: corrects.send }) };
}

async function checkOf(asked: ReceivedInput, former?: string): Promise<RepeatCheck> {
  try {
    const known = await whoReceived(asked);
    const received =
      former === undefined
        ? known
        : together(known, await whoReceived({ ...asked, template_id: former }));
    return { received, repeat: repeatOf(received), failure: null };
  } catch (error) {
    // A failed check doesn't block the send, but the question says that it failed.
    console.warn(
      "Could not look for an earlier send:",
      error instanceof Error ? error.message : error,
    );
    const failed = failedSentence((asked.people ?? asked.rows ?? []).length);
    const failure = error instanceof AppError ? `${failed} ${error.message}` : failed;
    return { received: [], repeat: null, failure };
  }
}
