import { pairings } from "@sendwright/core/pairing/pairing";
import { proveFiles } from "@sendwright/core/pairing/proof";
import type { BenchRow } from "../../../bench/measure.ts";
import { times } from "../../../bench/measure.ts";
import { inTurns } from "../alone.ts";

const PEOPLE = 1_000;
/** Once is too short to be measured. */
const TIMES = 5;
const PLAIN_TIMES = 50;

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

/**
 * The least that a pairing must do: put each value of a column in a map, and look up each word of
 * each name in the map of each column.
 */
function pairPlainly(): void {
  const columns = list.columns.map((_, at) => {
    return new Map(people.map(({ id, cells }) => [cells[at]?.toLowerCase() ?? "", id]));
  });
  const pairs = columns.map(() => new Map<number, string>());
  for (const { hash, name } of files) {
    const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    for (const [at, rows] of columns.entries()) {
      for (const word of words) {
        const row = rows.get(word);
        if (row !== undefined) pairs[at]?.set(row, hash);
      }
    }
  }
  if (Math.max(...pairs.map(({ size }) => size)) !== PEOPLE)
    throw new Error("The plain pairing hasn't found everyone.");
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
  const found = proveFiles(
    { list: { ...list, rows }, address: "Email", by: ["Personnel no."] },
    people.map(({ id }) => ({ row: id, hash: `${id}` })),
    texts,
  ).proofs();
  const proven = [...found.values()].filter(({ kind }) => kind === "names_person");
  if (proven.length !== PEOPLE) throw new Error(`${proven.length} files name their person.`);
}

/** Looks in each text, in whatever case, for the number and the name of its person. */
function provePlainly(): void {
  const proven = people.filter(({ id, cells: [, last = "", , number = ""] }) => {
    const text = texts.get(`${id}`)?.text.toLowerCase() ?? "";
    return text.includes(number) && text.includes(last.toLowerCase());
  });
  if (proven.length !== PEOPLE) throw new Error("The plain look hasn't found everyone.");
}

/** The processor time of some work as a multiple of the plain work's. */
async function compared(work: () => void, plain: () => void): Promise<number> {
  const repeatedly = (once: () => void, count: number) => () => {
    for (let i = 0; i < count; i++) once();
  };
  const { own, floor } = await inTurns(repeatedly(work, TIMES), repeatedly(plain, PLAIN_TIMES));
  return times(own / TIMES, floor / PLAIN_TIMES);
}

export const rows: BenchRow[] = [
  {
    name: "pairing",
    what: `${PEOPLE.toLocaleString("en")} files paired with as many rows, by each column and each two that say who a row is, compared with looking up each word of each name in a map of each column`,
    unit: "times the processor time",
    // The goal of 100 ms, when this took 110 ms and 67.7 times the plain work.
    atMost: 61.5,
    decision:
      "the page pairs at every change of the list: pair in the list's worker, or find in a profile what a file costs in pairing.ts.",
    measure: () => compared(pair, pairPlainly),
  },
  {
    name: "pairing-proofs",
    what: `whether ${PEOPLE.toLocaleString("en")} files of 1,600 characters name their person, after one row has changed, compared with looking in each for a number and a name`,
    unit: "times the processor time",
    // The goal of 50 ms, when this took 47.5 ms and 41.8 times the plain work.
    atMost: 44,
    decision:
      "the page looks at every change of the list: find in a profile which texts are read again in marks.ts.",
    measure: () => compared(prove, provePlainly),
  },
];
