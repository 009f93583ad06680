import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { RowResult, Send } from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import { countsSentence, isAllSent } from "@sendwright/core/sends/counts";
import { describe, expect, it } from "vitest";
import { gmailSentSearch } from "../lib/gmailSentSearch.ts";
import { dayWord } from "../lib/when.ts";
import { aSend } from "../testing/sendFactories.ts";
import { outcomeVariant } from "./attemptMessages.ts";
import { plainRows } from "./panel/ResultDownload.tsx";
import { deletionMessage, stateMessage } from "./stateMessages.ts";

const none = { total: 0, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
const now = new Date(2026, 10, 20, 10, 0).getTime();
const at = (day: number, hour = 15) => new Date(2026, 10, day, hour, 0).toISOString();

describe("the status sentences of a send", () => {
  it.each<[Partial<Send>, string, boolean, string]>([
    [{ counts: { ...none, total: 12, sent: 12 } }, "12 sent.", true, "success"],
    [
      { counts: { ...none, total: 12, sent: 11, skipped: 1 } },
      "11 sent, 1 skipped.",
      false,
      "warning",
    ],
    [
      { counts: { ...none, total: 2, sent: 2 }, rows_over_limit: 5 },
      "2 sent, 5 skipped.",
      false,
      "warning",
    ],
    [
      { counts: { ...none, total: 2, failed: 1, warning: 1 } },
      "1 failed, 1 unconfirmed.",
      false,
      "danger",
    ],
    [
      { counts: { ...none, total: 1_500, sent: 1_200, queued: 299, sending: 1 } },
      "1,200 sent, 300 to go.",
      false,
      "warning",
    ],
    [
      { counts: { ...none, total: 3, queued: 3 }, state: "scheduled" },
      "3 scheduled.",
      false,
      "danger",
    ],
    [
      { counts: { ...none, total: 3, skipped: 3 }, cancelled: 2, state: "cancelled" },
      "2 canceled, 1 skipped.",
      false,
      "warning",
    ],
    [
      { counts: { ...none, total: 3, skipped: 2, failed: 1 }, state: "cancelled" },
      "1 failed, 2 skipped.",
      false,
      "warning",
    ],
    [{ counts: none }, "Nothing to send.", true, "success"],
  ])("%#: %s", (parts, sentence, all, variant) => {
    const send = aSend(parts);
    expect(countsSentence(send)).toBe(sentence);
    expect(isAllSent(send)).toBe(all);
    expect(outcomeVariant(send)).toBe(variant);
  });

  it.each<[Partial<Send>, RegExp]>([
    [{ state: "queued" }, /^Continuing in a moment…$/],
    [
      { state: "paused", pause_reason: "user", started_at: null, starts_at: at(21) },
      /It was scheduled for tomorrow at/,
    ],
    [
      { state: "scheduled", starts_at: at(21) },
      /^Begins tomorrow at (3:00 PM|15:00)\. Later changes to the template/,
    ],
    [
      { state: "scheduled", starts_at: at(21), held_until: new Date(now + 9_000).toISOString() },
      /^Begins tomorrow at (3:00 PM|15:00)\. Held until \d.*, so that you can undo it\.$/,
    ],
    [{ state: "running" }, /^Sending\. You can close this page; sending continues\.$/],
    [{ state: "paused", pause_reason: "user" }, /^Paused by you/],
    [
      { state: "paused", pause_reason: "quota", resumes_at: at(20) },
      /reached your account's daily limit\. It will resume today at/,
    ],
    [{ state: "paused", pause_reason: "reconnect" }, /Reconnect Google to continue/],
    [{ state: "paused", pause_reason: "errors" }, /several emails in a row couldn't be sent/],
    [
      { state: "paused", pause_reason: "disabled" },
      /your account here was disabled\. Resume or cancel it\./,
    ],
    [
      { state: "paused", pause_reason: "stopped" },
      /^Paused: we have stopped sending for now\.[^:]* No one will be missed\.$/,
    ],
    [
      { state: "paused", pause_reason: "stopped", pause_note: "A fault of ours." },
      /will be sent automatically\. No one will be missed\. The reason: “A fault of ours\.”$/,
    ],
    [{ state: "cancelled" }, /^Canceled\. Emails already sent can't be recalled\./],
    [
      { state: "cancelled", counts: { ...none, total: 2, skipped: 2 } },
      /^Canceled\. Nothing was sent\.$/,
    ],
    [
      {
        state: "cancelled",
        counts: { ...none, total: 2, skipped: 2 },
        started_at: null,
        starts_at: at(26),
        ended_at: at(12),
      },
      /^Canceled\. Nothing was sent\. It was scheduled for .+\.$/,
    ],
    [
      { state: "cancelled", counts: { ...none, total: 9, skipped: 5, sending: 4 } },
      /^Canceled\. Some emails were already going out\. The rest weren't sent\.$/,
    ],
    [{ state: "done" }, /^$/],
  ])("%#: describes its status", (parts, words) => {
    expect(stateMessage(aSend(parts), { now })).toMatch(words);
  });

  it("says that another send goes first, only if one does", () => {
    expect(stateMessage(aSend({ state: "queued" }), { now, isBehind: true })).toMatch(
      /^This send starts when your other one finishes/,
    );
  });

  it("says when its data is deleted, once that is known", () => {
    const listed = deletionMessage({ deletes_at: at(21) }, [{ reason: NOT_EMAILED }], now);
    expect(listed).toMatch(/ Your list of people you don't email stays\.$/);
    expect(deletionMessage({ deletes_at: at(21) }, [{ reason: "" }], now)).toMatch(
      /^The recipients and these results will be deleted tomorrow at .+ Download them before that\.$/,
    );
    expect(deletionMessage({ deletes_at: null }, [], now)).toBeNull();
  });
});

describe("times in words", () => {
  it.each([
    [20, "today"],
    [21, "tomorrow"],
    [19, "yesterday"],
    [24, "on Tuesday"],
    [27, "on November 27"],
    [10, "on November 10"],
  ])("the %sth is %s", (day, word) => {
    expect(dayWord(at(day, 0), now)).toBe(word);
  });
});

describe("the downloaded results", () => {
  it("use the page's words, and escape cells that a spreadsheet would run", () => {
    const results: RowResult[] = [
      {
        row: 1,
        line: 2,
        recipient: "=cmd@example.org",
        status: "failed",
        reason: "+ not taken",
        at: at(20, 10).replace(":00:00", ":05:00"),
      },
      { row: 2, line: null, recipient: "bo@example.org", status: "sent", reason: "" },
      {
        row: 3,
        line: 4,
        recipient: "cy@example.org",
        status: "skipped",
        reason: "Duplicate of row 2",
      },
      {
        row: 4,
        line: 5,
        recipient: "di@example.org",
        status: "skipped",
        cancelled: true,
        reason: "",
      },
    ];
    const [written = [], ...rest] = plainRows(results);
    const file = writeCsv(written, rest, { delimiter: ";" });
    expect(file).toContain(`;"'=cmd@example.org";Failed;"'+ not taken";`);
    const { headers, rows } = readCsv(file);
    expect(headers).toEqual(["Row/N", "Line", "Recipient", "Status", "Details", "Time"]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["1", "2", "=cmd@example.org", "Failed", "+ not taken", "2026-11-20 10:05"],
      ["2", "", "bo@example.org", "Sent", "", ""],
      ["3", "4", "cy@example.org", "Skipped", "Duplicate of row 2", ""],
      ["4", "5", "di@example.org", "Canceled", "", ""],
    ]);
  });

  it("have a column of files if a row has files of its own", () => {
    const one = { row: 1, line: null, recipient: "a@x.org", status: "sent", reason: "" } as const;
    const files = ["a.pdf", "b.pdf"];
    const [headers = [], ...rows] = plainRows([
      { ...one, files },
      { ...one, row: 2 },
    ]);
    expect(headers.at(-1)).toBe("Files");
    expect(rows.map((row) => row.at(-1))).toEqual(["a.pdf; b.pdf", ""]);
  });

  it("link to the sender's own Sent folder", () => {
    const link = new URL(gmailSentSearch("ada+x@example.com", 'o"(dd)@example.org'));
    expect(link.origin).toBe("https://mail.google.com");
    expect(link.searchParams.get("authuser")).toBe("ada+x@example.com");
    expect(decodeURIComponent(link.hash)).toBe("#search/in:sent to:(o  dd @example.org)");
  });
});
