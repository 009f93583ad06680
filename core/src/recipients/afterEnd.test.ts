import { expect, it } from "vitest";
import { afterEnd } from "./afterEnd.ts";

it("tells who is reached, however they are written, who is not, and of whom nobody can tell", () => {
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
