import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send, SendKind } from "@sendwright/core/contract";
import { meantOf } from "@sendwright/core/sends/counts";
import { pluralize } from "../lib/pluralize.ts";
import { clockSeconds, dayAndTime } from "./when.ts";

const KIND_NAMES: Record<SendKind, string> = { direct: "Direct Send", csv: "CSV", manual: "List", test: "Test" };

/** A send's name: its template or subject, as long as that is stored. */
export function sendTitle({ title, kind }: Pick<Send, "title" | "kind">): string {
  return title ?? `${KIND_NAMES[kind]}, its email has been deleted`;
}

/** A send's subject; null if it's also the name, or has been deleted. */
export function sendSubject({ title, subject }: Pick<Send, "title" | "subject">): string | null {
  return subject === undefined || subject === title ? null : subject;
}

/** A send's type and how many people it's for, not counting skipped ones: "CSV · 12 people", "Correction · 1 person". */
export function kindAndPeople(send: Send): string {
  return `${send.corrects ? "Correction" : KIND_NAMES[send.kind]} · ${pluralize(meantOf(send), "person", "people")}`;
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
