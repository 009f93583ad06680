import { groupBy } from "@sendwright/core/groupBy";
import { addressKey } from "@sendwright/core/recipients/recipients";
import type { Receipts } from "../../data/receivers.ts";
import type { AskedAddress } from "./askedAddresses.ts";

/** An address of a row that is about to be sent. */
export interface RepeatAddress {
  address: string;
  /** Whether it has the email from an earlier send; `unclear`: it has, maybe for someone else. */
  has: "yes" | "unclear" | "no";
  /** If it has: whether it was exactly this email; absent if we can't know. */
  isSame?: boolean;
}

/** The overlap of earlier sends with an email that is about to be sent. */
export interface Repeat {
  /** Each address has a time when it last received the email, or will: the earliest of them, ISO. */
  first: string;
  /** The latest of them. */
  last: string;
  /** By row: its addresses. Without the rows of which none has the email. */
  rows: ReadonlyMap<number, readonly RepeatAddress[]>;
}

/** Finds what to ask about the addresses that already have an email; null for nothing. */
export function repeatOf(received: Receipts, asked: readonly AskedAddress[]): Repeat | null {
  const times = received.map(({ at }) => at).sort();
  const [first = null] = times;
  if (first === null) return null;
  const receipts = new Map(received.map((receipt) => [receipt.row, receipt]));
  const withReceipt = ({ askedAs, address }: AskedAddress): RepeatAddress => {
    const receipt = receipts.get(askedAs);
    if (receipt === undefined) return { address, has: "no" };
    const has = receipt.by === "unclear" ? "unclear" : "yes";
    return { address, has, ...(receipt.same !== undefined && { isSame: receipt.same }) };
  };
  const rows = [...groupBy(asked, ({ row }) => row)]
    .map(([row, own]) => [row, own.map(withReceipt)] as const)
    .filter(([, addresses]) => addresses.some(({ has }) => has !== "no"));
  return { first, last: times.at(-1) ?? first, rows: new Map(rows) };
}

/** How much of a row has the email. */
export type RowReach = "all" | "part" | "unclear";

/** How much of a row surely has the email; `unclear` if none of it surely does. */
export function reachOf(addresses: readonly RepeatAddress[]): RowReach {
  const sure = addresses.filter(({ has }) => has === "yes").length;
  if (sure === 0) return "unclear";
  return sure === addresses.length ? "all" : "part";
}

/** The addresses of a row that have the email (`yes`), that may have it, or that don't. */
export function addressesThat(
  has: RepeatAddress["has"],
  addresses: readonly RepeatAddress[],
): string[] {
  return addresses.flatMap((one) => (one.has === has ? one.address : []));
}

/**
 * The addresses by which we judge whether it was exactly this email, with their rows: those that
 * surely have it, if there are any. Of the others, the question says that they may not have it.
 */
function decidingAddresses({ rows }: Repeat): { row: number; isSame?: boolean }[] {
  const all = [...rows].flatMap(([row, addresses]) => addresses.map((one) => ({ ...one, row })));
  const sure = all.filter(({ has }) => has === "yes");
  return sure.length > 0 ? sure : all.filter(({ has }) => has === "unclear");
}

/** Whether the earlier emails were exactly this one: all, some or none; or we can't know. */
export function contentOf(repeat: Repeat): "same" | "some" | "other" | "unknown" {
  const addresses = decidingAddresses(repeat);
  if (addresses.every(({ isSame }) => isSame === true)) return "same";
  if (addresses.some(({ isSame }) => isSame === true)) return "some";
  return addresses.every(({ isSame }) => isSame === false) ? "other" : "unknown";
}

/** The rows of those `decidingAddresses` that got exactly this email. */
export function sameRows(repeat: Repeat): ReadonlySet<number> {
  return new Set(
    decidingAddresses(repeat).flatMap(({ row, isSame }) => (isSame === true ? row : [])),
  );
}

/**
 * What to do about the people who have the email: send it to all (`send`), leave out those who have
 * it (`skip`) or those who have exactly this one (`skip_same`), or send the rows above the limit
 * in their place (`next_rows`).
 */
export type RepeatDecision = "send" | "skip" | "skip_same" | "next_rows";

/** An answer to the question about a repeat. */
export interface RepeatAnswer {
  decision: RepeatDecision;
  /** Rows whose unclear addresses get the email, too. */
  also: ReadonlySet<number>;
}

/** What an answer means. */
export interface RepeatOutcome {
  /** The rows that get no email. */
  skipped: ReadonlySet<number>;
  /** By other row: the mailboxes (`addressKey`) that don't get its email. */
  inPart: ReadonlyMap<number, readonly string[]>;
  /** How many of the ready emails are sent. */
  emails: number;
}

/** What an answer means. The words of the buttons and the send both follow from this. */
export function outcomeOf(
  { rows }: Pick<Repeat, "rows">,
  ready: number,
  { decision, also }: RepeatAnswer,
): RepeatOutcome {
  const skipped = new Set<number>();
  const inPart = new Map<number, readonly string[]>();
  for (const [row, addresses] of rows) {
    const out = addresses.filter((one) => isLeftOut(one, decision, also.has(row)));
    if (out.length === addresses.length) skipped.add(row);
    else if (out.length > 0)
      inPart.set(
        row,
        out.map(({ address }) => addressKey(address)),
      );
  }
  return { skipped, inPart, emails: ready - skipped.size };
}

/** No one whose box is unchecked gets an email, unless you send to all. */
function isLeftOut(
  { has, isSame }: RepeatAddress,
  decision: RepeatDecision,
  isAlso: boolean,
): boolean {
  if (decision === "send" || has === "no") return false;
  if (has === "unclear") return !isAlso;
  return decision !== "skip_same" || isSame === true;
}

/**
 * The decision that sends to fewer, and how many emails it sends: to those who don't have the email;
 * if everyone has it, to those who have another version, or may have one. Null if there is none.
 */
export function decisionForOthers(
  repeat: Repeat,
  ready: number,
  also: ReadonlySet<number>,
): { decision: "skip" | "skip_same"; emails: number } | null {
  for (const decision of ["skip", "skip_same"] as const) {
    const { skipped, inPart, emails } = outcomeOf(repeat, ready, { decision, also });
    const isOffered = decision === "skip" || contentOf(repeat) === "some";
    if (isOffered && emails > 0 && skipped.size + inPart.size > 0) return { decision, emails };
  }
  return null;
}
