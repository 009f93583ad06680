import type { Row } from "../../../bench/row.ts";
import { aSender, ownProject } from "../../test/sendsWorld.ts";
import { measureCosts, measureWatching } from "./costOfMail.ts";

const EMAILS = 600;

ownProject();
const { begin, send, remove } = await measureCosts(await aSender(), EMAILS);
const { reads: watched } = await measureWatching(await aSender(), EMAILS);

/** Counted once, by a clock that stands still while something runs. */
function row(of: "reads" | "writes" | "deletes", atMost: number): Row {
  return {
    name: `cost-${of}`,
    what: `a send of ${EMAILS} at 60 a minute, begun, sent and deleted`,
    unit: `${of} an email`,
    atMost,
    rounds: 1,
    decision: "docs/cost.md reckons with it: find what asks more often, or change the prices there.",
    measure: () => (begin[of] + send[of] + remove[of]) / EMAILS,
  };
}

export const rows: Row[] = [
  row("reads", 1.25),
  row("writes", 3.1),
  row("deletes", 1.01),
  {
    ...row("reads", 4),
    name: "cost-watching",
    what: `a send of ${EMAILS} followed to its end by a page that looks every 2 s`,
    unit: "reads a row",
    measure: () => watched / EMAILS,
  },
];
