import type { Counts, RowResult, RowStatus, SendState } from "@sendwright/functions/contract";
import { describe, expect, it } from "vitest";
import { isOpen, withChanges } from "./sendProgress.ts";

const row = (n: number, status: RowStatus): RowResult => ({ row: n, line: null, recipient: "", status, reason: "" });

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

  it.each<[SendState, number, boolean]>([
    ["preparing", 0, true],
    ["scheduled", 0, true],
    ["queued", 0, true],
    ["running", 2, true],
    ["paused", 0, true],
    ["cancelled", 2, true],
    ["cancelled", 0, false],
    ["done", 0, false],
  ])("a send that is %s with %s mails on their way: something may still happen: %s", (state, sending, open) => {
    const counts: Counts = { total: 9, queued: 0, sending, sent: 0, failed: 0, skipped: 0, warning: 0 };
    expect(isOpen({ state, counts })).toBe(open);
  });
});
