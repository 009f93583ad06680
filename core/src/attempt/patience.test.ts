import { describe, expect, it } from "vitest";
import { certainAt, isOver, isRemembered, pauseBefore } from "./patience.ts";

describe("asking about an attempt whose answer was lost", () => {
  it("waits longer each time, up to 30 s", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map(pauseBefore)).toEqual([0, 1e3, 2e3, 4e3, 8e3, 15e3, 30e3, 30e3]);
  });

  it.each([
    ["90 s after a click whose answer was lost at once", { submittedAt: 0, lostAt: 0 }, 90_000],
    ["60 s after a late loss", { submittedAt: 0, lostAt: 45_000 }, 105_000],
    ["60 s after a reload, however old the click is", { submittedAt: 0, lostAt: 3_600_000 }, 3_660_000],
  ])("ends %s", (_what, loss, end) => {
    expect(isOver(loss, end - 1)).toBe(false);
    expect(isOver(loss, end)).toBe(true);
    expect(certainAt(loss)).toBe(end);
  });

  it("makes sense for a day: later, a missing send may have been deleted", () => {
    expect(isRemembered(0, 24 * 3_600_000 - 1)).toBe(true);
    expect(isRemembered(0, 24 * 3_600_000)).toBe(false);
  });
});
