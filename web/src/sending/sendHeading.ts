import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { intendedCount } from "@sendwright/core/sends/counts";
import { emailsAndRows } from "@sendwright/core/sends/joined";
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
 * Who a send is for, or of more than a few how many people, not counting skipped ones. Also its list,
 * and whether it is for people who didn't get an earlier one, or a test: "Ann Berg and 2 others",
 * "12 people · guests.xlsx", "Another try · Ann Berg". If an email may be for several rows: "Ann Berg
 * and 6 others · 7 emails for 12 rows · families.xlsx".
 */
export function kindAndPeople(send: Send): string {
  const kind = send.corrects ? "Another try" : send.kind === "test" ? "Test" : "";
  const count = intendedCount(send);
  const others = count > 1 ? ` and ${pluralize(count - 1, "other")}` : "";
  const named = send.first_person !== undefined && count > 0 && send.first_person + others;
  const emails = emailsAndRows(send);
  const people = named || (emails === null && pluralize(count, "person", "people"));
  return [kind, people, emails, send.list_name].filter(Boolean).join(" · ");
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
