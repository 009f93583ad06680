import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url);

/** Prints the time of 8:00 on November 23 in the zone of its process. */
const PROGRAM = `
  import { chosenStart } from "./web/src/sending/startTimes.ts";
  console.log(chosenStart("2026-11-23", "08:00", Date.parse("2026-11-20T00:00Z")).at);
`;

// Tests run in the machine's time zone. Where that is UTC, a local time that is read as UTC looks
// right.
test.each([
  ["America/New_York", "2026-11-23T13:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-23T02:30:00.000Z"],
])("a send scheduled for 8:00 starts at 8:00 in %s", (zone, at) => {
  const node = ["--import", "tsx", "--input-type=module", "--eval", PROGRAM];
  const printed = execFileSync(process.execPath, node, {
    cwd: root,
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });
  expect(printed.trim()).toBe(at);
});
