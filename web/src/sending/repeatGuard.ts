import type { CheckedRow } from "@sendwright/core/check/types";
import {
  AppError,
  type findReceived,
  type InputOf,
  MAX_CORRECTED_ROWS,
} from "@sendwright/core/contract";
import { groupBy } from "@sendwright/core/groupBy";
import type { List } from "@sendwright/core/list/list";
import { fileRowOf } from "@sendwright/core/list/listFiles";
import { pluralize } from "@sendwright/core/pluralize";
import { addressKey } from "@sendwright/core/recipients/recipients";
import type { ReceivedBy } from "@sendwright/core/sends/received";
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
  { first, last, rows, unclear, several }: Repeat,
  { name, ready, to }: ReadyEmail,
  now: number,
): string {
  const all = ready === 1 ? to : "these people";
  const sure = rows.filter((n) => !unclear.includes(n)).length;
  const inPart = partlyReached(several).length;
  const some = (count: number) =>
    count === ready ? all : `${count} of these ${pluralize(ready, "person", "people")}`;
  const people =
    sure > 0
      ? some(sure)
      : inPart > 0
        ? `some addresses of ${ready === 1 ? "this person" : some(inPart)}`
        : `someone at an address that ${some(unclear.length)} ${ready === 1 ? "has" : "share"}`;
  const when = spanWords(first, last, now);
  if (Date.parse(last) <= now) return `You sent “${name}” to ${people} ${when}.`;
  if (Date.parse(first) > now) return `You've already scheduled “${name}” for ${people} ${when}.`;
  return `You sent or scheduled “${name}” for ${people} ${when}.`;
}

/**
 * Says whether the earlier emails were exactly the one that is about to be sent; `sameFor` names
 * the people of `same`.
 */
export function contentSentence({ content }: Pick<Repeat, "content">, sameFor: string): string {
  return {
    same: "It's exactly the same email.",
    some: `It's exactly the same email for ${sameFor}.`,
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
  /** Rows of which a mailbox got it, maybe for someone else who shares it. */
  unclear: number[];
  /** Whether they got exactly this email: all, some or none of them, or not known of each. */
  content: "same" | "some" | "other" | "unknown";
  /** If some of them got exactly this email: their rows. */
  same?: readonly number[];
  /** By row, of those with several addresses of which some got it; absent if there are none. */
  several?: ReadonlyMap<number, AddressesReached>;
}

/** Which addresses of a row got an email: surely, maybe for someone else, or not. */
export interface AddressesReached {
  sure: readonly string[];
  unclear: readonly string[];
  left: readonly string[];
}

/** The rows of which some addresses surely got the email, and others didn't. */
export function partlyReached(
  several: Repeat["several"] = new Map(),
): readonly (readonly [number, AddressesReached])[] {
  return [...several].filter(([, { sure, left }]) => sure.length > 0 && left.length > 0);
}

/**
 * Who doesn't get the email again: rows, and of others the mailboxes that have it. `also`: rows
 * whose mailbox gets it all the same, because it is unclear for whom it was.
 */
export function leftOutBy(
  { rows, several = new Map() }: Pick<Repeat, "rows" | "several">,
  also: ReadonlySet<number>,
): { rows: ReadonlySet<number>; inPart: ReadonlyMap<number, readonly string[]> } {
  const whole = new Set(rows.filter((n) => !several.has(n) && !also.has(n)));
  const inPart = new Map<number, readonly string[]>();
  for (const [n, { sure, unclear, left }] of several) {
    const gone = also.has(n) ? sure : [...sure, ...unclear];
    if (left.length + (also.has(n) ? unclear.length : 0) === 0) whole.add(n);
    else if (gone.length > 0) inPart.set(n, gone.map(addressKey));
  }
  return { rows: whole, inPart };
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
interface RepeatTarget extends Pick<ReceivedInput, "template_id" | "subject" | "replaces"> {
  corrects?: { send: string; rows: number[]; here: number[] } | undefined;
  /** The deleted template that a composed email came from: its receivers have the email, too. */
  former?: string | undefined;
  /** By row: a hash of the email's content (`emailContents`). */
  contents: Promise<ReadonlyMap<number, string>>;
  /** The list, if its rows may be the addresses of one row. */
  list?: Pick<List, "rows">;
}

/** An address that is asked about under a number. */
interface AskedAddress {
  number: number;
  /** The number of its row. */
  n: number;
  address: string;
  /** The same for the addresses of one row; absent if it has one. */
  group?: number;
}

/** A row that may be about to be sent. Without `id`, no other row has an address of its person. */
type GuardedRow = Pick<CheckedRow, "n" | "address" | "verdict" | "addressed" | "copies"> &
  Partial<Pick<CheckedRow, "id">>;

/**
 * The addresses that get an email: each row's own under its number, and those in Cc that belong to
 * the same person under numbers of their own.
 */
export function askedAddresses(
  rows: readonly GuardedRow[],
  list: Pick<List, "rows"> | undefined,
): AskedAddress[] {
  const groups = new Map(
    list?.rows.flatMap((row) => (row.part ? [[row.id, fileRowOf(row)] as const] : [])),
  );
  let number = rows.reduce((most, { n }) => Math.max(most, n), 0);
  return rows.flatMap(({ n, id = n, address, verdict, addressed, copies }): AskedAddress[] => {
    if (address === null || verdict !== "ready") return [];
    // Without those who get no copy, because they are people you don't email.
    const copied = new Set(copies?.cc.map((one) => addressKey(one.address)));
    const further = addressed?.further.filter((one) => copied.has(addressKey(one.address))) ?? [];
    const group = groups.get(id) ?? (further.length > 0 ? id : undefined);
    const more = group === undefined ? {} : { group };
    return [
      { number: n, n, address, ...more },
      ...further.map((one) => {
        number += 1;
        return { number, n, address: one.address, ...more };
      }),
    ];
  });
}

/**
 * What to ask about people who already received an email; null for nothing. `asked` says which
 * addresses the answers are about; without, each is about a row.
 */
export function repeatOf(received: Receipts, asked: readonly AskedAddress[] = []): Repeat | null {
  const times = received.map(({ at }) => at).sort();
  const [first = null] = times;
  if (first === null) return null;
  const byRow = groupBy(asked, ({ n }) => n);
  const by = new Map(received.map((one) => [one.row, one.by]));
  const several = new Map<number, AddressesReached>();
  for (const [n, own] of byRow) {
    if (own.length === 1 || !own.some(({ number }) => by.has(number))) continue;
    const those = (isWanted: (how: ReceivedBy | undefined) => boolean) =>
      own.flatMap(({ number, address }) => (isWanted(by.get(number)) ? address : []));
    several.set(n, {
      sure: those((how) => how !== undefined && how !== "unclear"),
      unclear: those((how) => how === "unclear"),
      left: those((how) => how === undefined),
    });
  }
  const rowOf = new Map(asked.map(({ number, n }) => [number, n]));
  const single = received.filter(
    ({ row }) => (byRow.get(rowOf.get(row) ?? row)?.length ?? 1) === 1,
  );
  const rows = [
    ...single.map(({ row }) => row),
    ...[...several].flatMap(([n, { left }]) => (left.length === 0 ? n : [])),
  ];
  const unclear = [
    ...single.flatMap(({ row, by }) => (by === "unclear" ? row : [])),
    ...[...several].flatMap(([n, { unclear }]) => (unclear.length > 0 ? n : [])),
  ];
  // Of the others, the question says that they may not have it.
  const sure = received.filter(({ by }) => by !== "unclear");
  const content = contentOf(sure.length > 0 ? sure : received);
  return {
    first,
    last: times.at(-1) ?? first,
    rows,
    unclear,
    content,
    ...(content === "some" && {
      same: [...new Set(sure.filter(({ same }) => same).map(({ row }) => rowOf.get(row) ?? row))],
    }),
    ...(several.size > 0 && { several }),
  };
}

function contentOf(received: Receipts): Repeat["content"] {
  if (received.every(({ same }) => same === true)) return "same";
  if (received.some(({ same }) => same === true)) return "some";
  return received.every(({ same }) => same === false) ? "other" : "unknown";
}

/**
 * The answers to two questions about the same rows: anyone who certainly has the email counts as
 * having it, since the later time, and as having exactly this one if either answer says so.
 */
export function together(one: Receipts, other: Receipts): Receipts {
  const byRow = new Map(one.map((found) => [found.row, found]));
  for (const found of other) {
    const known = byRow.get(found.row);
    byRow.set(found.row, known === undefined ? found : both(known, found));
  }
  return [...byRow.values()];
}

function both(one: Receipts[number], other: Receipts[number]): Receipts[number] {
  const { row, by } = one.by === "unclear" ? other : one;
  const at = one.at > other.at ? one.at : other.at;
  const isKnown = one.same !== undefined && other.same !== undefined;
  const isSame = one.same === true || other.same === true;
  return { row, by, at, ...((isSame || isKnown) && { same: isSame }) };
}

/** Finds out who already received an email before you send it to them. */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const ask = async (
    asked: Promise<ReceivedInput>,
    former?: string,
    addresses?: readonly AskedAddress[],
  ): Promise<RepeatCheck> => {
    setLooking(true);
    try {
      return await checkOf(await asked, former, addresses);
    } finally {
      setLooking(false);
    }
  };

  /** Checks the rows of a list that are ready. */
  const look = ({ former, list, ...email }: RepeatTarget, rows: readonly GuardedRow[]) => {
    const asked = askedAddresses(rows, list).slice(0, MAX_CORRECTED_ROWS);
    return ask(inputOf(email, asked), former, asked);
  };
  /** Checks rows of a send that will be sent again. */
  const lookAgain = (send: string, rows: number[]) => ask(Promise.resolve({ send, rows }));
  return { isLooking, look, lookAgain };
}

async function inputOf(
  { corrects, contents, ...email }: Omit<RepeatTarget, "former" | "list">,
  asked: readonly AskedAddress[],
): Promise<ReceivedInput> {
  const contentOf = await contents;
  const from = new Map(corrects?.here.map((n, i) => [n, corrects.rows[i]]));
  const people = asked.map(({ number, n, address, group }) => {
    // Only the row's own number is that of a person who came from an earlier send.
    const came = from.get(number);
    const content = contentOf.get(n);
    return {
      row: number,
      recipient: address,
      ...(came !== undefined && { from: came }),
      ...(group !== undefined && { group }),
      ...(content !== undefined && { content }),
    };
  });
  return { ...email, people, ...(corrects && { corrects: corrects.send }) };
}

async function checkOf(
  asked: ReceivedInput,
  former?: string,
  addresses?: readonly AskedAddress[],
): Promise<RepeatCheck> {
  try {
    const known = await whoReceived(asked);
    const received =
      former === undefined
        ? known
        : together(known, await whoReceived({ ...asked, template_id: former }));
    return { received, repeat: repeatOf(received, addresses), failure: null };
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
