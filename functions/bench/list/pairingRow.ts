import { pairings } from "@sendwright/core/pairing/pairing";
import type { BenchRow } from "../../../bench/measure.ts";
import { worked } from "../../../bench/measure.ts";

const PEOPLE = 1_000;

const names = ["Anna", "Ben", "Cem", "Dana", "Eva", "Finn", "Gül", "Hans", "Ida", "Jon"];
const people = Array.from({ length: PEOPLE }, (_, id) => {
  const first = names[id % 10] ?? "";
  const last = `${names[Math.floor(id / 10) % 10]}mann${Math.floor(id / 100)}`;
  const number = String(10_000 + id);
  return { id, cells: [first, last, `${first}.${last}@example.com`.toLowerCase(), number] };
});
const list = { columns: ["First name", "Last name", "Email", "Personnel no."], rows: people };
const files = people.map(({ id, cells: [first, last, , number] }) => ({
  hash: `${id}`,
  name: `Pay slip 2026-05 ${last}, ${first} (${number}).pdf`,
  size: 200_000,
}));

function pair(): void {
  const [best] = pairings(list, files);
  if (best?.pairs.length !== PEOPLE) throw new Error(`${best?.pairs.length} files were paired.`);
}

export const rows: BenchRow[] = [
  {
    name: "pairing",
    what: `${PEOPLE.toLocaleString("en")} files paired with as many rows, by each column and each two that say who a row is`,
    unit: "ms of the processor",
    atMost: 100,
    decision:
      "the page pairs at every change of the list: pair in the list's worker, or find in a profile what a file costs in pairing.ts.",
    measure: async () => {
      // The first time, the code isn't compiled yet.
      pair();
      return await worked(pair);
    },
  },
];
