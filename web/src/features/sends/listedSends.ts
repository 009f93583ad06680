import type { Send } from "@sendwright/core/contract";
import { writtenWords } from "../../components/WrittenText.tsx";
import { searchFor } from "../../lib/search.ts";
import { sendSubject, sendTitle } from "../../sending/sendHeading.ts";

/** The sends whose name or subject, as shown, matches the search. */
export function sendsFound(sends: readonly Send[], sought: string): Send[] {
  const isFound = searchFor(sought);
  return sends.filter((send) => isFound([sendTitle(send), sendSubject(send) ?? ""].map(writtenWords)));
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

/** Sends in progress, scheduled sends and finished sends; no group is empty. */
export function groupsOf(sends: readonly Send[]): Group[] {
  const isOver = ({ state }: Send) => state === "done" || state === "cancelled";
  const groups = [
    { id: "going", name: "In progress", sends: sends.filter((send) => !isOver(send) && send.state !== "scheduled") },
    {
      id: "scheduled",
      name: "Scheduled",
      sends: sends.filter(({ state }) => state === "scheduled").sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
    },
    { id: "done", name: "Done", sends: sends.filter(isOver) },
  ];
  return groups.filter(({ sends: some }) => some.length > 0);
}
