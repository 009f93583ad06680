import { pairings } from "@sendwright/core/pairing/pairing";
import { proving } from "@sendwright/core/pairing/proof";
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

const LINE = "Gross pay for May 2026 in euros, überwiesen am 17.05.2026 auf Konto 1234 5678.\n";
const texts = new Map(
  people.map(({ id, cells: [first, last, , number] }) => [
    `${id}`,
    { text: `Pay slip of ${first} ${last}, no. ${number}\n${LINE.repeat(20)}`, pages: 1 },
  ]),
);
let changed = 0;

/** Proves whose the files are after a row has become someone else's. */
function prove(): void {
  changed++;
  const rows = people.map((one) =>
    one.id === changed ? { ...one, cells: ["Zora", ...one.cells.slice(1)] } : one,
  );
  const found = proving(
    { list: { ...list, rows }, address: "Email", by: ["Personnel no."] },
    people.map(({ id }) => ({ row: id, hash: `${id}` })),
    texts,
  ).proofs();
  const proven = [...found.values()].filter(({ kind }) => kind === "names_person");
  if (proven.length !== PEOPLE) throw new Error(`${proven.length} files name their person.`);
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
  {
    name: "pairing-proofs",
    what: `whether ${PEOPLE.toLocaleString("en")} files of 1,600 characters name their person, after one row has changed`,
    unit: "ms of the processor",
    atMost: 50,
    decision:
      "the page looks at every change of the list: find in a profile which texts are read again in marks.ts.",
    measure: async () => {
      // The first time, all texts are read.
      prove();
      return await worked(prove);
    },
  },
];
