import { readFileSync } from "node:fs";
import { RATES, READS } from "@sendwright/core/contract/endpoint";
import { expect, test } from "vitest";

const SPANS: Record<number, string> = { 1: "minute", 1440: "24 hours" };

test("docs/product.md has one table of all rates, with the numbers that hold", () => {
  const text = readFileSync(new URL("../docs/product.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(([, bucket, calls]) => [
    bucket,
    calls,
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    ...Object.fromEntries(
      Object.entries(RATES).map(([bucket, { calls, minutes }]) => [
        bucket,
        `${calls} in any ${SPANS[minutes]}`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ reads: READS.calls, documents: READS.documents }).map(
        ([bucket, { atOnce, perSecond }]) => [
          bucket,
          `${atOnce.toLocaleString("en-US")} at once, ${perSecond} a second after that`,
        ],
      ),
    ),
  });
});
