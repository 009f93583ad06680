import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

interface Measured {
  name: string;
  shape: [string, string];
  short: number;
  long: number;
}

/**
 * Eight times the text: linear work costs 8 times as much, quadratic work 64 times. Below 5 ms
 * nothing can be told.
 */
const MAX_GROWTH = 32;
const LEAST_MS = 5;

// That none takes a second as long as it may be is for `npm run fuzz` to say: here other work may
// take as long.
test("none of the worst texts known costs with its square", async () => {
  const measure = fileURLToPath(new URL("test/worst/knownTexts.ts", import.meta.url));
  const options = { maxBuffer: 10_000_000, env: { ...process.env, NODE_OPTIONS: "" } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", measure],
    options,
  );
  const measured: Measured[] = JSON.parse(stdout);
  expect(measured.length).toBeGreaterThanOrEqual(26);
  const tooMuch = ({ short, long }: Measured) => long > MAX_GROWTH * Math.max(short, LEAST_MS);
  expect(measured.filter(tooMuch)).toEqual([]);
});
