import { expect, it } from "vitest";
import { isTooFarAhead } from "./schedule.ts";

it("a send can begin 30 days ahead, to the millisecond", () => {
  const now = Date.parse("2026-11-22T09:00:00Z");
  const latest = Date.parse("2026-12-22T09:00:00Z");
  expect(isTooFarAhead(latest, now)).toBe(false);
  expect(isTooFarAhead(latest + 1, now)).toBe(true);
});
