import type { RowResult, RowStatus } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { withChanges } from "./sendProgress.ts";

const row = (n: number, status: RowStatus): RowResult => ({
  row: n,
  line: null,
  recipient: "",
  status,
  reason: "",
});

describe("following a send", () => {
  it("puts changed rows in the place of the old ones, in the order of the rows", () => {
    const known = [row(1, "queued"), row(2, "queued"), row(3, "sent")];
    expect(withChanges(known, [row(4, "queued"), row(2, "sent")])).toEqual([
      row(1, "queued"),
      row(2, "sent"),
      row(3, "sent"),
      row(4, "queued"),
    ]);
  });
});
