import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send, SendKind } from "@sendwright/core/contract";
import { meantOf } from "@sendwright/core/sends/counts";
import { pluralize } from "../lib/pluralize.ts";
import { clockSeconds, dayAndTime } from "./when.ts";

const KIND_NAMES: Record<SendKind, string> = { direct: "Direct Send", csv: "List", manual: "List", test: "Test" };

type Named = Pick<Send, "title" | "kind" | "subject" | "first_subject">;

/** A send's name: its template, or a composed email's subject as the first person gets it, as long as that is stored. */
export function sendTitle({ title, kind, subject, first_subject }: Named): string {
  const name = title === subject ? (first_subject ?? title) : title;
  return name ?? `${KIND_NAMES[kind]}, its email has been deleted`;
}

/** A send's subject as the first person gets it; null if it's also the name, or has been deleted. */
export function sendSubject({ title, subject, first_subject }: Named): string | null {
  return subject === undefined || subject === title ? null : (first_subject ?? subject);
}

/**
 * A send's type, how many people it's for, not counting skipped ones, and its list: "List · 12 people · guests.xlsx",
 * "Correction · 1 person".
 */
export function kindAndPeople(send: Send): string {
  const kind = send.corrects ? "Correction" : KIND_NAMES[send.kind];
  return [kind, pluralize(meantOf(send), "person", "people"), send.list_name].filter(Boolean).join(" · ");
}

/** When a send starts or started. `now` is in milliseconds. */
export function sendWhen(send: Send, now: number): string {
  const hold = holdOf(send, now);
  if (hold) {
    const held = `Held until ${clockSeconds(hold.until)}`;
    return hold.later === null ? held : `${dayAndTime(hold.later, now)} · ${held}`;
  }
  const at = send.started_at ?? (send.state === "scheduled" ? send.starts_at : send.created_at);
  return dayAndTime(at, now);
}
