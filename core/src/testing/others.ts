import type { PeopleElsewhere } from "../list/list.ts";

/** Another list with these mailboxes and nothing else. */
export function elsewhereOf(...mailboxes: string[]): PeopleElsewhere {
  const all = new Set(mailboxes);
  return { files: ["others.csv"], mailboxes: all, noCopies: all, people: new Map() };
}
