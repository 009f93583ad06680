import { took } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { aSender, ownProject } from "../../test/sendsWorld.ts";
import { IN_FLIGHT, loops, readyCall } from "../engine/floor.ts";
import { GMAIL_MS, slowGmail } from "../gmail.ts";
import { measureCosts, measureWatching } from "./costOfMail.ts";
import { instanceSeconds } from "./instance.ts";

const MAILS = 600;
const RATE = 60;
const FEW = 100;
const MANY = 1_000;
/** Instances are measured by the clock, and that takes a second a minute of sending. */
const TIMED = 300;

ownProject();
const sender = await aSender();
const call = await readyCall(sender);
// Each has a sender of its own: their clocks are not the same.
const { begin, send, look, remove } = await measureCosts(await aSender(), MAILS);
const few = await measureCosts(await aSender(), FEW);
const many = await measureCosts(await aSender(), MANY);
const { reads: watched } = await measureWatching(await aSender(), MAILS);
await slowGmail();
/** Everything that Firestore bills from the begin to the last delete, for each mail. */
function operations(costs: typeof few, mails: number): number {
  const all = [costs.begin, costs.send, costs.remove];
  return all.reduce((total, { reads, writes, deletes }) => total + reads + writes + deletes, 0) / mails;
}
let slices = 0;

const sum = (of: "reads" | "writes" | "deletes") => (begin[of] + send[of] + remove[of]) / MAILS;
const about = `a send of ${MAILS} at ${RATE} a minute, begun, sent and deleted`;

/** What does not vary: counted once, by a clock that stands still while anybody works. */
function counted(
  name: string,
  unit: string,
  floor: [what: string, value: number],
  ours: [what: string, value: number],
) {
  const sides = {
    floor: { what: floor[0], measure: () => floor[1] },
    ours: { what: ours[0], measure: () => ours[1] },
  };
  return { name, unit, ...sides, reach: { atMost: 1.1 }, rounds: 1, note: "" } satisfies Row;
}

export const rows: Row[] = [
  {
    ...counted("cost-writes", "writes a mail", ["a row's create, claim and outcome", 3], [about, sum("writes")]),
    note: "Above the floor is what a slice writes once (lease, pace, the send), and what begins and ends a send.",
  },
  {
    ...counted("cost-deletes", "deletes a mail", ["a row's delete", 1], [about, sum("deletes")]),
    note: "",
  },
  {
    ...counted("cost-reads", "reads a mail", ["a row read once, to be sent", 1], [about, sum("reads")]),
    note: "Above the floor are some 13 reads a slice: lease, pace, grant, snapshot, the open sends and their watch. To reach 1.1, slices would have to be twice as long, which their time limit (45 s) forbids, or take for granted what another worker may have changed.",
  },
  {
    ...counted(
      "cost-watching",
      "reads a row",
      ["each row told once, when it has ended", 1],
      [`a send of ${MAILS} followed to its end by a page that looks every 2 s`, watched / MAILS],
    ),
    reach: { atMost: 4 },
    note: `A look at a whole send with all its rows costs ${look.reads - MAILS} reads beside one for each row.`,
  },
  {
    ...counted(
      "cost-growth",
      "operations a mail",
      [`a straight line: a send of ${FEW}`, operations(few, FEW)],
      [`a send of ${MANY.toLocaleString("en-US")}, all reads, writes and deletes`, operations(many, MANY)],
    ),
    note: "What a send costs once is spread over more mails; what a slice costs does not grow.",
  },
  {
    name: "cost-instances",
    unit: "instance seconds",
    floor: {
      what: `${IN_FLIGHT} plain loops that never wait, a Gmail that takes ${GMAIL_MS} ms`,
      measure: async () => (await took(() => loops(IN_FLIGHT, TIMED, call))) / 1_000,
    },
    ours: {
      what: `${TIMED} mails at ${RATE} a minute: all slices and their waits`,
      measure: async () => {
        const measured = await instanceSeconds(await aSender(), TIMED, RATE);
        slices = measured.slices;
        return measured.seconds;
      },
    },
    reach: { atMost: 1.1 },
    rounds: 3,
    note: "Nobody waits between slices. Above the floor are the two writes around each call (engine-loops; beside an emulator on the same cores) and what a slice does once: taking the lease, reading and preparing the mail, settling. To reach 1.1 the ledger would have to be free.",
  },
  {
    ...counted("cost-dispatches", "slices", [`one for each minute of the pace`, TIMED / RATE], ["", 0]),
    ours: { what: `the same send`, measure: () => slices },
    note: "",
  },
];
