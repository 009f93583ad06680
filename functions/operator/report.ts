import type { DayNumbers } from "../src/store/sends/dayNumbers.ts";
import type { StuckItem } from "../src/store/sends/operatorView.ts";
import { isAccountId, type SendingStop } from "../src/store/stops.ts";

/*
 * The words of `npm run operator`. They are made of ids, times, numbers and the operator's own
 * reasons: none of these functions is given an address, a subject or a text.
 */

/** Each stop in a line. */
export function stopLines(stops: readonly (SendingStop & { uid: string | null })[]): string[] {
  if (stops.length === 0) return ["Nothing is stopped."];
  return stops.map(({ uid, reason, since }) => {
    const who =
      uid === null
        ? "All sending is stopped"
        : `Stopped: ${isAccountId(uid) ? "deleted account" : "user"} ${uid}`;
    return `${who}, since ${timeOf(since)}${reason === "" ? ", without a reason." : `: "${reason}"`}`;
  });
}

/** What needs a person, each in a line. */
export function stuckLines(stuck: readonly StuckItem[]): string[] {
  if (stuck.length === 0) return ["Nothing is stuck."];
  return stuck.map(({ kind, id, reason, since, emails }) => {
    const left = emails ? `; ${emails.left} of ${emails.all} emails to go` : "";
    return `${kind} ${id}: ${reason}, since ${timeOf(since)}${left}`;
  });
}

/** The numbers of the last 24 hours. */
export function dayLines({ sends, users, emails, open, isCut }: DayNumbers): string[] {
  const all = Object.values(sends).reduce((sum, n) => sum + n, 0);
  return [
    `Sends begun in the last 24 hours: ${isCut ? "at least " : ""}${all}, by ${counted(users, "user")} (${listed(sends)}).`,
    `Their emails: ${emails.sent} sent, ${emails.failed} failed, ${emails.warning} unconfirmed, ${emails.skipped} skipped, ${emails.left} to go.`,
    `Open now: ${listed(open)}.`,
  ];
}

function listed(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, n]) => `${n} ${name}`)
    .join(", ");
}

function counted(n: number, thing: string): string {
  return `${n} ${n === 1 ? thing : `${thing}s`}`;
}

function timeOf(time: number | null): string {
  return time === null || time === 0
    ? "an unknown time"
    : `${new Date(time).toISOString().slice(0, 16)}Z`;
}
