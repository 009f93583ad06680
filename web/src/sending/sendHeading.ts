import { holdOf } from "@sendwright/core/attempt/hold";
import type { RowResult, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { intendedCount } from "@sendwright/core/sends/counts";
import { emailsAndRows, withoutFurther } from "@sendwright/core/sends/joined";
import { clockSeconds, dayAndTime, namedTime } from "../lib/when.ts";

export type NamedSend = Pick<Send, "title" | "subject" | "first_subject">;

/**
 * A send's name: its template, or a composed email's subject as the first person gets it, as long
 * as that is stored.
 */
export function sendTitle({ title, subject, first_subject }: NamedSend): string {
  const name = title === subject ? (first_subject ?? title) : title;
  return name ?? "Deleted email";
}

/**
 * A send's subject as the first person gets it; null if it's also the name, or has been deleted.
 */
export function sendSubject({ title, subject, first_subject }: NamedSend): string | null {
  return subject === undefined || subject === title ? null : (first_subject ?? subject);
}

/** Says that its name or subject is that of the first of several people; null if it isn't. */
export function exampleMessage(send: Send): string | null {
  const { subject, first_subject } = send;
  const isOwn = first_subject !== undefined && first_subject !== subject;
  return isOwn && intendedCount(send) > 1 ? "As the first person gets it." : null;
}

/**
 * How many people a send is for, not counting skipped ones, its list, and whether it is for people
 * who didn't get an earlier one, or a test: "12 people · guests.xlsx", "Another try · 1 person". If
 * an email may be for several rows: "7 emails for 12 rows · families.xlsx". With the results of a
 * send to a few, it says who they are: "Ann Berg and 2 others".
 */
export function kindAndPeople(send: Send, results: readonly RowResult[] = []): string {
  const kind = send.corrects ? "Another try" : send.kind === "test" ? "Test" : "";
  const people =
    emailsAndRows(send) ??
    fewPeople(send, results) ??
    pluralize(intendedCount(send), "person", "people");
  return [kind, people, send.list_name].filter(Boolean).join(" · ");
}

/** More people are only counted. */
const FEW = 10;

/** Who gets a send, or was supposed to; null if they aren't known, or too many. */
function fewPeople(send: Send, results: readonly RowResult[]): string | null {
  const names = withoutFurther(results).flatMap(({ status, cancelled, name, recipient }) =>
    status === "skipped" && !cancelled ? [] : (name ?? recipient),
  );
  const [first = "", second] = names;
  const count = names.length;
  if (send.title === null || count !== intendedCount(send) || count > FEW || count === 0)
    return null;
  if (second === undefined) return first;
  return `${first} and ${count === 2 ? second : `${count - 1} others`}`;
}

/**
 * When a send started, or what happened instead: "today at 15:00", "Scheduled for Friday at 8:00",
 * "Canceled today at 10:00". `now` is in milliseconds.
 */
export function sendWhen(send: Send, now: number): string {
  const hold = holdOf(send, now);
  if (hold) {
    const held = `Held until ${clockSeconds(hold.until)}`;
    return hold.later === null ? held : `${dayAndTime(hold.later, now)} · ${held}`;
  }
  if (send.state === "scheduled") return `Scheduled for ${startWhen(send, now)}`;
  if (send.state === "cancelled" && send.ended_at !== null)
    return `${send.replaced_by === undefined ? "Canceled" : "Replaced"} ${dayAndTime(send.ended_at, now)}`;
  return startWhen(send, now);
}

/** When a send starts or started: "today at 15:00"; "Friday at 8:00" if it's scheduled. */
export function startWhen(send: Send, now: number): string {
  if (send.state === "scheduled") return namedTime(send.starts_at, now);
  return dayAndTime(send.started_at ?? send.created_at, now);
}
