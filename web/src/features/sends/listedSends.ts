import type { Send, SendKind } from "@sendwright/functions/contract";
import { holdOf, meantOf } from "@sendwright/functions/core";
import { writtenWords } from "../../components/WrittenText.tsx";
import { counted } from "../../lib/counted.ts";
import { searchFor } from "../../lib/search.ts";
import { clockSeconds, dayAndTime } from "../../sending/when.ts";

const KINDS: Record<SendKind, string> = { direct: "Direct Send", csv: "CSV", manual: "List", test: "Test" };

/** A send's name: its template or subject, as long as that is kept. */
export function sendTitle({ title, kind }: Pick<Send, "title" | "kind">): string {
  return title ?? `${KINDS[kind]}, its mail has been deleted`;
}

/** A send's subject, null where that is its name, or it has been deleted. */
export function sendSubject({ title, subject }: Pick<Send, "title" | "subject">): string | null {
  return subject === undefined || subject === title ? null : subject;
}

/** What a send is and for how many. People who were left out are not counted: "CSV · 12 people", "Correction · 1 person". */
export function kindAndPeople(send: Send): string {
  return `${send.corrects ? "Correction" : KINDS[send.kind]} · ${counted(meantOf(send), "person", "people")}`;
}

/** The sends whose name or subject has what is looked for, as they are shown. */
export function sendsFound(sends: readonly Send[], sought: string): Send[] {
  const isFound = searchFor(sought);
  return sends.filter((send) => isFound([sendTitle(send), sendSubject(send) ?? ""].map(writtenWords)));
}

/** When a send begins or began. `now` is in milliseconds. */
export function sendWhen(send: Send, now: number): string {
  const hold = holdOf(send, now);
  if (hold) {
    const held = `Held until ${clockSeconds(hold.until)}`;
    return hold.later === null ? held : `${dayAndTime(hold.later, now)} · ${held}`;
  }
  const at = send.started_at ?? (send.state === "scheduled" ? send.starts_at : send.created_at);
  return dayAndTime(at, now);
}

/**
 * The latest send of the same mail to several people that was begun after this one, that somebody gets, and of which
 * nobody knows whom of this one it corrects; null for none.
 */
export function sentSince({ id, title, created_at }: Send, sends: readonly Send[]): Send | null {
  const isSame = (other: Send) =>
    other.id !== id && other.corrects !== id && other.title === title && other.created_at > created_at;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since = title === null ? [] : sends.filter((one) => isSame(one) && isForMany(one) && meantOf(one) > 0);
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}

export interface Group {
  id: string;
  name: string;
  sends: Send[];
}

/** Whether the list has a send: a test is nothing to come back to. */
export function isListed({ kind }: Pick<Send, "kind">): boolean {
  return kind !== "test";
}

/** The sends that go on, those that wait for their time and those that are over; no group is empty. */
export function groupsOf(sends: readonly Send[]): Group[] {
  const isOver = ({ state }: Send) => state === "done" || state === "cancelled";
  const groups = [
    { id: "going", name: "Going on", sends: sends.filter((send) => !isOver(send) && send.state !== "scheduled") },
    {
      id: "scheduled",
      name: "Scheduled",
      sends: sends.filter(({ state }) => state === "scheduled").sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
    },
    { id: "done", name: "Done", sends: sends.filter(isOver) },
  ];
  return groups.filter(({ sends: some }) => some.length > 0);
}
