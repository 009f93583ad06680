import type { Row } from "../../../bench/row.ts";
import { aSender, ownProject } from "../../test/sendsWorld.ts";
import { crowd } from "./crowd.ts";

/** As many as are at work side by side when a thousand begin within a minute; `SENDWRIGHT_BENCH_CROWD=1000` is that thousand. */
const PEOPLE = Number(process.env.SENDWRIGHT_BENCH_CROWD ?? 100);
const ROWS = 100;

ownProject();
const people: Awaited<ReturnType<typeof aSender>>[] = [];
for (let i = 0; i < PEOPLE; i += 1) people.push(await aSender());
const one = await crowd([await aSender()], ROWS);
const all = await crowd(people, ROWS);

const many = `${PEOPLE.toLocaleString("en-US")} people with ${ROWS} rows each, a thousand of them a minute`;
const same = { rounds: 1 };

export const rows: Row[] = [
  {
    name: "crowd-first",
    unit: "s from the begin to the first mail, a Gmail that takes 400 ms",
    floor: { what: "one person alone", measure: () => one.first },
    ours: { what: `${many}: who waits the longest`, measure: () => all.first },
    reach: { atMost: 2 },
    ...same,
    note: `By a clock that stands still while anybody works or Firestore is asked: what is measured is who waits for whom, not the machine. Up to ${all.slices} slices were at work at once, of 400; the last mail went out after ${all.minutes.toFixed(1)} minutes, for tasks get lost (crowd-sweep). With SENDWRIGHT_BENCH_CROWD=1000 it is the whole thousand and 100,000 mails, which keeps the emulator busy for the better part of an hour.`,
  },
  {
    name: "crowd-once",
    unit: "rows sent once and once only",
    floor: { what: "their rows", measure: () => PEOPLE * ROWS },
    ours: { what: many, measure: () => all.once },
    reach: { atLeast: 1 },
    ...same,
    note: "",
  },
  {
    name: "crowd-sweep",
    unit: "s until a slice whose task got lost was asked for again",
    floor: { what: "two minutes until it counts as lost, and one until the next sweep", measure: () => 180 },
    ours: { what: `the one of ${all.lost} that waited the longest`, measure: () => all.askedAgain },
    reach: { atMost: 1 },
    ...same,
    note: "Of the tasks that are not a send's first, every twentieth gets lost on its way to the worker.",
  },
];
