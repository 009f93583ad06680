import { addressKey } from "@sendwright/core/recipients/recipients";
import type { FoundPerson, PagePeople } from "../shared/stored.ts";

/** The limit on listed people; a page may have any number of frames. */
const MAX = 1_000;

/** The people of all frames of a page: each address once, with the first name that a frame gives. */
export function joined(frames: readonly PagePeople[]): PagePeople {
  const found = new Map<string, FoundPerson>();
  const sum = (count: (people: PagePeople) => number) =>
    frames.reduce((total, people) => total + count(people), 0);
  for (const person of frames.flatMap((people) => people.found)) {
    const key = addressKey(person.address);
    const known = found.get(key);
    if (!known) found.set(key, { ...person });
    else known.name ||= person.name;
  }
  return {
    found: [...found.values()].slice(0, MAX),
    repeated: frames.flatMap((people) => people.repeated).slice(0, MAX),
    hidden: sum(({ hidden }) => hidden),
    more: sum(({ more }) => more) + Math.max(0, found.size - MAX),
  };
}
