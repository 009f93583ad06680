import { expect, it } from "vitest";
import { afterEnd } from "./afterEnd.ts";

it("says who got it, however they are written, who didn't, and for whom it is unclear", () => {
  const rows = [
    { recipient: "Ann <ann@x.org>", status: "sent" },
    { recipient: "bo@x.org", status: "warning" },
    { recipient: "cy@x.org", status: "failed" },
    { recipient: "di@x.org", status: "skipped" },
  ] as const;
  const { isReached, notReached, unknown } = afterEnd(rows, ["ANN@x.org", "Eva <eva@x.org>"]);
  expect(["ann@X.org", "Bo <bo@x.org>", "cy@x.org", "not an address"].map(isReached)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(notReached).toEqual(["cy@x.org", "di@x.org"]);
  expect(unknown).toEqual(["Eva <eva@x.org>", "bo@x.org"]);
});
