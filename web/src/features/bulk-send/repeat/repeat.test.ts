import type { RowResult, RowStatus } from "@sendwright/functions/contract";
import { describe, expect, it } from "vitest";
import { aSend } from "../../../testing/sends.ts";
import { aCheck, aTable } from "../factories.ts";
import { findRepeat, sameMail } from "./earlierRecipients.ts";
import { repeatQuestion } from "./repeatMessages.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const { rows } = aCheck(aTable("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCleo,nobody\n"));
const result = (recipient: string, status: RowStatus): RowResult => ({
  row: 1,
  line: 2,
  recipient,
  status,
  reason: "",
});

describe("the repeat guard", () => {
  it("looks at sends of the same mail within a day, and at no tests", () => {
    const sends = [
      aSend({ id: "same" }),
      aSend({ id: "other", title: "Another" }),
      aSend({ id: "deleted", title: null }),
      aSend({ id: "test", kind: "test" }),
      aSend({ id: "direct", kind: "direct" }),
      aSend({ id: "old", started_at: "2026-11-19T11:59:00.000Z" }),
      aSend({ id: "waiting", started_at: null }),
    ];
    expect(sameMail(sends, "Invitation", now).map(({ id }) => id)).toEqual(["same", "direct", "waiting"]);
  });

  it.each<[RowStatus, boolean]>([
    ["sent", true],
    ["warning", true],
    ["queued", true],
    ["sending", true],
    ["failed", false],
    ["skipped", false],
  ])("counts a recipient whose row is %s: %s", (status, counts) => {
    const repeat = findRepeat(rows, [{ send: aSend(), results: [result("ANN@example.org", status)] }]);
    expect(repeat).toEqual(counts ? { at: "2026-11-20T10:12:00.000Z", rows: [1] } : null);
  });

  it("does not count rows that get no mail now", () => {
    expect(findRepeat(rows, [{ send: aSend(), results: [result("nobody", "sent")] }])).toBeNull();
  });

  it("names the latest time", () => {
    const later = aSend({ started_at: "2026-11-20T11:00:00.000Z" });
    const repeat = findRepeat(rows, [
      { send: later, results: [result("bo@example.org", "sent")] },
      { send: aSend(), results: [result("ann@example.org", "sent"), result("bo@example.org", "sent")] },
    ]);
    expect(repeat).toEqual({ at: "2026-11-20T11:00:00.000Z", rows: [1, 2] });
  });

  it("asks about all of them, or says how many", () => {
    const here = new Date(2026, 10, 20, 10, 12);
    const ask = (again: number[], ready: number) =>
      repeatQuestion({ at: here.toISOString(), rows: again }, ready, here.getTime() + 3_600_000);
    expect(ask([1, 2], 2)).toMatch(/^You sent this to these people today at 10:12( AM)?\. Send again\?$/);
    expect(ask([1], 12)).toMatch(/^You sent this to 1 of these 12 people today at/);
    const later = new Date(here.getTime() + 7_200_000).toISOString();
    expect(repeatQuestion({ at: later, rows: [1] }, 1, here.getTime())).toMatch(
      /^This goes to these people today at 12:12( PM)? already\. Send again\?$/,
    );
  });
});
