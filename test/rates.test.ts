import { readFileSync } from "node:fs";
import { RATES, READS } from "@sendwright/core/contract/endpoint";
import { expect, test } from "vitest";

test("docs/product.md has one table of all rates, with the numbers that hold", () => {
  const text = readFileSync(new URL("../docs/product.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(([, bucket, calls]) => [bucket, calls]);
  expect(Object.fromEntries(rows)).toEqual({
    ...Object.fromEntries(Object.entries(RATES).map(([bucket, calls]) => [bucket, `${calls} in any minute`])),
    reads: `${READS.atOnce} at once, ${READS.perSecond} a second after that`,
  });
});
