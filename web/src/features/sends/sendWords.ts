import type { Send, SendKind } from "@sendwright/functions/contract";
import { counted } from "../../lib/counted.ts";
import { dayAndTime } from "../../sending/when.ts";

const KINDS: Record<SendKind, string> = { direct: "Direct Send", csv: "CSV", manual: "List", test: "Test" };

/** Takes a send; gives what it is called: its template or subject, as long as that is kept. */
export function sendTitle({ title, kind }: Pick<Send, "title" | "kind">): string {
  return title ?? `${KINDS[kind]}, its mail has been deleted`;
}

/** Takes a send; says how it was made and for how many: "CSV · 12 people". */
export function sendKindWords({ kind, counts, rows_over_limit }: Send): string {
  return `${KINDS[kind]} · ${counted(counts.total + rows_over_limit, "person", "people")}`;
}

/** Takes a send and the present (milliseconds); says when it begins or began. */
export function sendWhen(send: Send, now: number): string {
  const at = send.started_at ?? (send.state === "scheduled" ? send.starts_at : send.created_at);
  return dayAndTime(at, now);
}

export interface Group {
  id: string;
  name: string;
  sends: Send[];
}

/** Takes sends; gives those that go on, those that wait for their time and those that are over; no group is empty, no test is listed. */
export function groupsOf(sends: readonly Send[]): Group[] {
  const mailed = sends.filter(({ kind }) => kind !== "test");
  const isOver = ({ state }: Send) => state === "done" || state === "cancelled";
  const groups = [
    { id: "going", name: "Going on", sends: mailed.filter((send) => !isOver(send) && send.state !== "scheduled") },
    {
      id: "scheduled",
      name: "Scheduled",
      sends: mailed.filter(({ state }) => state === "scheduled").sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
    },
    { id: "done", name: "Done", sends: mailed.filter(isOver) },
  ];
  return groups.filter(({ sends: some }) => some.length > 0);
}
