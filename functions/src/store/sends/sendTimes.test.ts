import { readFileSync } from "node:fs";
import { KEPT } from "@sendwright/core/contract/limits";
import { expect, it } from "vitest";
import * as z from "zod";
import { SEND_TIMES } from "./sendTimes.ts";

const HOUR = 3_600_000;
const rules = z.object({ rule: z.array(z.object({ condition: z.object({ age: z.number() }) })) });

it("keeps a send's data as long as the privacy page says", () => {
  expect(SEND_TIMES).toMatchObject({
    kept: KEPT.hoursAfterEnd * HOUR,
    life: KEPT.daysOfLife * 24 * HOUR,
    backstop: KEPT.daysOfRows * 24 * HOUR,
  });
  const file = JSON.parse(readFileSync(new URL("../../../../storage.lifecycle.json", import.meta.url), "utf8"));
  const { rule } = rules.parse(file.lifecycle ?? file);
  expect(rule.map(({ condition }) => condition.age)).toEqual([KEPT.daysOfFiles]);
});
