import { expect, it } from "vitest";
import { dayLines, stopLines, stuckLines } from "./report.ts";

const SINCE = Date.parse("2026-11-24T19:05:59Z");

it("lists each stop with its start and reason", () => {
  expect(stopLines([])).toEqual(["Nothing is stopped."]);
  expect(
    stopLines([
      { uid: null, reason: "A fault of ours.", since: SINCE },
      { uid: "u1", reason: "", since: null },
      { uid: "google-h1", reason: "A question.", since: SINCE },
    ]),
  ).toEqual([
    'All sending is stopped, since 2026-11-24T19:05Z: "A fault of ours."',
    "Stopped: user u1, since an unknown time, without a reason.",
    'Stopped: deleted account google-h1, since 2026-11-24T19:05Z: "A question."',
  ]);
});

it("lists stuck sends with reasons", () => {
  expect(stuckLines([])).toEqual(["Nothing is stuck."]);
  expect(
    stuckLines([
      {
        kind: "send",
        id: "u1_k1",
        reason: "due, and not attended to",
        since: SINCE,
        emails: { left: 8, all: 20 },
      },
      { kind: "account", id: "u2", reason: "its deletion isn't finished", since: SINCE },
    ]),
  ).toEqual([
    "send u1_k1: due, and not attended to, since 2026-11-24T19:05Z; 8 of 20 emails to go",
    "account u2: its deletion isn't finished, since 2026-11-24T19:05Z",
  ]);
});

it("says the day's numbers", () => {
  const numbers = {
    sends: { direct: 5, csv: 4, manual: 2, test: 1 },
    users: 1,
    emails: { sent: 120, failed: 2, warning: 1, skipped: 3, left: 14 },
    open: { scheduled: 3, paused: 1 },
    isCut: false,
  };
  expect(dayLines(numbers)).toEqual([
    "Sends begun in the last 24 hours: 12, by 1 user (5 direct, 4 csv, 2 manual, 1 test).",
    "Their emails: 120 sent, 2 failed, 1 unconfirmed, 3 skipped, 14 to go.",
    "Open now: 3 scheduled, 1 paused.",
  ]);
  expect(dayLines({ ...numbers, isCut: true })[0]).toMatch(/: at least 12,/);
});
