import { readFileSync } from "node:fs";
import { KEPT } from "@sendwright/core/contract/limits";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { senderDoc } from "../senders.ts";
import { FRESH_PACE } from "../throttle.ts";
import { sendDoc, sinceTheBeginning } from "./schemas.ts";
import { endOfLife, SEND_TIMES } from "./sendTimes.ts";

/** A send as the first version wrote it. */
const FIRST = {
  owner: "u",
  sub: "s",
  key: "k",
  kind: "csv",
  state: "paused",
  pauseReason: "user",
  resumesAt: null,
  createdAt: 1,
  startsAt: 2,
  startedAt: 3,
  endedAt: null,
  deletesAt: null,
  wakeAt: 4,
  dataDeleted: false,
  counts: { total: 3, queued: 1, sending: 0, sent: 1, failed: 0, skipped: 1, warning: 0 },
  rowsOverLimit: 0,
  streak: 0,
  hidden: false,
};
const read = (data: object) => sendDoc.parse(sinceTheBeginning(data));

describe("a send of the first version", () => {
  it("reads like a current one", () => {
    const expiresAt = 2 + SEND_TIMES.backstop;
    expect(read(FIRST)).toEqual({
      ...FIRST,
      nonce: "",
      cancelledBy: null,
      worker: null,
      faults: 0,
      epoch: 0,
      prepared: 0,
      voided: false,
      findable: false,
      findableByName: false,
      bytes: 0,
      hold: 0,
      heldUntil: null,
      resumeHours: null,
      interrupted: false,
      corrects: null,
      owed: [],
      pausedAt: 2,
      lastRow: 3,
      leftOut: 1,
      suppressed: 0,
      recipients: { most: 1, all: 2 },
      purgeAt: null,
      expiresAt,
      diesAt: endOfLife(2, expiresAt),
    });
  });

  it("is purged at its old check time, once it has ended", () => {
    expect(read({ ...FIRST, state: "done", endedAt: 5 })).toMatchObject({
      pausedAt: null,
      purgeAt: 4,
    });
    expect(read({ ...FIRST, state: "done", endedAt: 5, dataDeleted: true })).toMatchObject({
      purgeAt: null,
    });
  });
});

describe("invalid sends", () => {
  it.each([
    ["an unknown state", { state: "sleeping" }],
    ["invalid counts", { counts: { ...FIRST.counts, sent: "1" } }],
    ["no counts", { counts: undefined }],
    ["no owner", { owner: undefined }],
    ["a start that isn't a number", { startsAt: "soon" }],
    ["a hold of another kind", { hold: "10 s" }],
  ])("refuses %s", (_, wrong) => {
    expect(() => read({ ...FIRST, ...wrong })).toThrow();
  });
});

it("a sender from before the tombstones is not gone", () => {
  const data = {
    lease: null,
    leaseUntil: null,
    dead: [],
    pace: FRESH_PACE,
    hours: { "490000": 3 },
    nextSliceAt: 0,
  };
  expect(senderDoc.parse(data)).toEqual({ ...data, goneAt: null, unlink: null });
});

const HOUR = 3_600_000;
const rules = z.object({
  rule: z.array(
    z.object({ condition: z.object({ age: z.number(), matchesPrefix: z.array(z.string()) }) }),
  ),
});

it("keeps a send's data as long as the privacy page says", () => {
  expect(SEND_TIMES).toMatchObject({
    kept: KEPT.hoursAfterEnd * HOUR,
    life: KEPT.daysOfLife * 24 * HOUR,
    backstop: KEPT.daysOfRows * 24 * HOUR,
  });
  const file = JSON.parse(
    readFileSync(new URL("../../../../storage.lifecycle.json", import.meta.url), "utf8"),
  );
  const { rule } = rules.parse(file.lifecycle ?? file);
  expect(rule.map(({ condition }) => [condition.matchesPrefix, condition.age])).toEqual([
    [["sends/"], KEPT.daysOfFiles],
    [["exports/"], 1],
    [["uploads/"], KEPT.daysOfUploads],
  ]);
});
