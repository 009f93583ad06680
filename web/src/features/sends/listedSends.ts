import type { Send, SendKind } from "@sendwright/functions/contract";
import { holdOf, tallyOf } from "@sendwright/functions/core";
import { writtenWords } from "../../components/WrittenText.tsx";
import { counted } from "../../lib/counted.ts";
import { searchFor } from "../../lib/search.ts";
import { clockSeconds, dayAndTime } from "../../sending/when.ts";

const KINDS: Record<SendKind, string> = { direct: "Direct Send", csv: "CSV", manual: "List", test: "Test" };

/** Takes a send; gives what it is called: its template or subject, as long as that is kept. */
export function sendTitle({ title, kind }: Pick<Send, "title" | "kind">): string {
  return title ?? `${KINDS[kind]}, its mail has been deleted`;
}

/** Takes a send; gives its subject, null where it is called by that, or it has been deleted. */
export function sendSubject({ title, subject }: Pick<Send, "title" | "subject">): string | null {
  return subject === undefined || subject === title ? null : subject;
}

/** Takes a send; says how it was made and for how many. Whoever was left out is not one of them: "CSV · 12 people". */
export function kindAndPeople(send: Send): string {
  const { leftOut } = tallyOf(send);
  const meant = send.counts.total + send.rows_over_limit - leftOut;
  return `${KINDS[send.kind]} · ${counted(meant, "person", "people")}`;
}

/** Takes sends and what is looked for; gives those whose name or subject has it, as they are shown. */
export function sendsFound(sends: readonly Send[], sought: string): Send[] {
  const isFound = searchFor(sought);
  return sends.filter((send) => isFound([sendTitle(send), sendSubject(send) ?? ""].map(writtenWords)));
}

/** Takes a send and the present (milliseconds); says when it begins or began. */
export function sendWhen(send: Send, now: number): string {
  const hold = holdOf(send, now);
  if (hold) return `Held until ${clockSeconds(hold.until)}`;
  const at = send.started_at ?? (send.state === "scheduled" ? send.starts_at : send.created_at);
  return dayAndTime(at, now);
}

export interface Group {
  id: string;
  name: string;
  sends: Send[];
}

/** Takes a send; tells whether the list has it: a test is nothing to come back to. */
export function isListed({ kind }: Pick<Send, "kind">): boolean {
  return kind !== "test";
}

/** Takes sends; gives those that go on, those that wait for their time and those that are over; no group is empty. */
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
