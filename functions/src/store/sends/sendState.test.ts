import { describe, expect, it } from "vitest";
import type { SendDoc } from "./schemas.ts";
import type { Actor, EventKind, SendEvent } from "./sendState.ts";
import { next, type Stage, stageOf } from "./sendState.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The moment of every event; all times below are relative to it. */
const NOW = 1_000 * DAY;

const none = { total: 3, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
const PLAIN: SendDoc = {
  owner: "u",
  sub: "s",
  key: "k",
  nonce: "n",
  kind: "csv",
  state: "queued",
  cancelledBy: null,
  pauseReason: null,
  pausedAt: null,
  resumesAt: null,
  createdAt: NOW - HOUR,
  startsAt: NOW - HOUR,
  hold: 0,
  heldUntil: null,
  resumeHours: null,
  interrupted: false,
  startedAt: null,
  endedAt: null,
  deletesAt: null,
  diesAt: NOW + 10 * DAY,
  expiresAt: NOW + 25 * DAY,
  wakeAt: NOW - 1,
  purgeAt: null,
  counts: { ...none, queued: 3 },
  rowsOverLimit: 0,
  recipients: { most: 1, all: 3 },
  bytes: 0,
  lastRow: 0,
  leftOut: 0,
  suppressed: 0,
  streak: 4,
  worker: null,
  faults: 0,
  epoch: 0,
  prepared: 3,
  voided: false,
  findable: true,
  findableByName: true,
  corrects: null,
  dataDeleted: false,
  owed: [],
  hidden: false,
};

const running: Partial<SendDoc> = { state: "running", startedAt: NOW - HOUR, worker: "lease" };
const over: Partial<SendDoc> = {
  startedAt: NOW - HOUR,
  endedAt: NOW - HOUR,
  deletesAt: NOW - 1,
  purgeAt: NOW - 1,
  wakeAt: null,
  counts: { ...none, sent: 3 },
};
const STAGES: Record<Stage, Partial<SendDoc>> = {
  preparing: { state: "preparing" },
  void: { state: "preparing", voided: true },
  scheduled: { state: "scheduled", startsAt: NOW },
  queued: {},
  running,
  paused: {
    ...running,
    state: "paused",
    pauseReason: "reconnect",
    pausedAt: NOW - 8 * DAY,
    worker: null,
  },
  cancelling: { ...running, state: "cancelled", cancelledBy: "user" },
  done: { ...over, state: "done" },
  cancelled: { ...over, state: "cancelled", cancelledBy: "user" },
  deleted: { ...over, state: "done", dataDeleted: true },
};

function aSend(stage: Stage, overrides: Partial<SendDoc> = {}): SendDoc {
  return { ...PLAIN, ...STAGES[stage], ...overrides };
}

/** The stage an event leads to: "." if nothing is written, "no" if it is refused. */
function leads(send: SendDoc, event: SendEvent, actor: Actor): string {
  const result = next(send, event, actor, NOW);
  if (result.kind === "same") return ".";
  return result.kind === "refused" ? "no" : stageOf({ ...send, ...result.patch });
}

const GOING = {
  kind: "counted",
  counts: { ...none, queued: 1, sent: 2 },
  suppressed: 0,
} as const satisfies SendEvent;
const EVENTS: Record<EventKind, [SendEvent, Actor]> = {
  accepted: [{ kind: "accepted" }, "request"],
  voided: [{ kind: "voided" }, "clock"],
  due: [{ kind: "due" }, "clock"],
  holdEnded: [{ kind: "holdEnded" }, "clock"],
  undone: [{ kind: "undone" }, "user"],
  moved: [{ kind: "moved", startsAt: NOW + HOUR }, "user"],
  sentNow: [{ kind: "sentNow" }, "user"],
  sliceBegan: [{ kind: "sliceBegan", lease: "lease" }, "worker"],
  sliceEnded: [
    { kind: "sliceEnded", counts: { ...none, sent: 3 }, suppressed: 0, streak: 0, nextAt: NOW },
    "worker",
  ],
  counted: [{ kind: "counted", counts: { ...none, sent: 3 }, suppressed: 0 }, "clock"],
  overdue: [{ kind: "overdue" }, "clock"],
  paused: [{ kind: "paused", reason: "user", resumesAt: null }, "user"],
  resumed: [{ kind: "resumed" }, "user"],
  pauseEnded: [{ kind: "pauseEnded" }, "clock"],
  reconnected: [{ kind: "reconnected" }, "sign_in"],
  pauseOutlived: [{ kind: "pauseOutlived" }, "clock"],
  workerDied: [{ kind: "workerDied", lease: "lease" }, "worker"],
  loadFailed: [{ kind: "loadFailed" }, "worker"],
  cancelled: [{ kind: "cancelled" }, "user"],
  replaced: [{ kind: "replaced", by: "other" }, "user"],
  retried: [{ kind: "retried" }, "user"],
  endOfLife: [{ kind: "endOfLife" }, "clock"],
  ownerDeleted: [{ kind: "ownerDeleted" }, "account"],
  removed: [{ kind: "removed" }, "user"],
  dataDeleted: [{ kind: "dataDeleted", owed: [] }, "clock"],
  dataGone: [{ kind: "dataGone" }, "clock"],
  attentionFailed: [{ kind: "attentionFailed" }, "clock"],
};

/**
 * Sends whose every time has come: prepared long ago, at the end of their life, with an expired
 * pause.
 */
const DUE: Partial<Record<EventKind, Partial<SendDoc>>> = {
  voided: { createdAt: NOW - 90_000 },
  undone: { heldUntil: NOW },
  pauseEnded: { resumesAt: NOW },
  endOfLife: { diesAt: NOW },
};

const TABLE = `
                preparing  void  scheduled   queued      running     paused      cancelling  done     cancelled  deleted
accepted        queued     no    no          no          no          no          no          no       no         no
voided          void       .     .           .           .           .           .           .        .          .
due             .          .     queued      .           .           .           .           .        .          .
holdEnded       .          .     queued      .           .           .           .           .        .          .
undone          no         .     void        no          no          no          no          no       no         no
moved           no         no    scheduled   no          no          no          no          no       no         no
sentNow         no         no    queued      .           .           no          no          no       no         no
sliceBegan      .          .     .           running     running     .           .           .        .          .
sliceEnded      .          .     scheduled   done        done        done        cancelled   done     cancelled  .
counted         .          .     scheduled   done        done        done        cancelled   done     cancelled  .
overdue         .          .     .           queued      running     .           .           .        .          .
paused          no         no    paused      paused      paused      paused      no          no       no         no
resumed         no         no    no          .           .           queued      no          no       no         no
pauseEnded      .          .     .           .           .           queued      .           .        .          .
reconnected     .          .     .           .           .           queued      .           .        .          .
pauseOutlived   .          .     .           .           .           cancelling  .           .        .          .
workerDied      .          .     .           .           running     .           .           .        .          .
loadFailed      .          .     .           queued      running     .           .           .        .          .
cancelled       no         no    cancelling  cancelling  cancelling  cancelling  .           no       .          no
replaced        no         no    cancelling  no          no          no          no          no       no         no
retried         no         no    scheduled   queued      running     paused      no          queued   queued     no
endOfLife       .          .     cancelling  cancelling  cancelling  cancelling  .           .        .          .
ownerDeleted    void       .     cancelling  cancelling  cancelling  cancelling  .           done     cancelled  deleted
removed         no         no    no          no          no          no          no          done     cancelled  deleted
dataDeleted     .          .     .           .           .           .           .           deleted  deleted    .
dataGone        .          .     .           .           .           .           .           .        .          deleted
attentionFailed preparing  void  scheduled   queued      running     paused      cancelling  done     cancelled  deleted
`;

describe("every state and every event", () => {
  const [head = "", ...lines] = TABLE.trim().split("\n");
  const stages = head.trim().split(/\s+/) as Stage[];
  const rows = lines.map((line) => line.trim().split(/\s+/)) as [EventKind, ...string[]][];

  it("are in the table", () => {
    expect(stages).toEqual(Object.keys(STAGES));
    expect(rows.map(([kind]) => kind)).toEqual(Object.keys(EVENTS));
  });

  it.each(rows)("%s", (kind, ...expected) => {
    const [event, actor] = EVENTS[kind];
    expect(stages.map((stage) => leads(aSend(stage, DUE[kind]), event, actor))).toEqual(expected);
  });

  it("can be caused only by the permitted causes", () => {
    expect(() => next(aSend("queued"), { kind: "cancelled" }, "worker", NOW)).toThrow(
      "cannot be caused",
    );
    expect(() => next(aSend("queued"), { kind: "sliceBegan", lease: "l" }, "request", NOW)).toThrow(
      "cannot be caused",
    );
  });
});

function patchOf(send: SendDoc, event: SendEvent, actor: Actor, now = NOW): Partial<SendDoc> {
  const result = next(send, event, actor, now);
  return result.kind === "write" ? result.patch : {};
}

describe("a beginning", () => {
  it("is scheduled, queued, or over at once if no row can be sent", () => {
    const accepted = (overrides: Partial<SendDoc>) =>
      patchOf(aSend("preparing", overrides), { kind: "accepted" }, "request");
    expect(accepted({ startsAt: NOW + HOUR })).toEqual({ state: "scheduled", wakeAt: NOW + HOUR });
    expect(accepted({})).toMatchObject({ state: "queued", wakeAt: NOW + 120_000 });
    expect(accepted({ counts: { ...none, skipped: 3 } })).toMatchObject({
      state: "done",
      endedAt: NOW,
      deletesAt: NOW + DAY,
      purgeAt: NOW + DAY,
      wakeAt: null,
    });
  });

  it("is given up after 90 s by anyone who asks, and before that only by its own request", () => {
    const young = aSend("preparing", { createdAt: NOW - 89_999 });
    expect(leads(young, { kind: "voided" }, "clock")).toBe(".");
    expect(leads(young, { kind: "voided", nonce: "another" }, "request")).toBe(".");
    expect(leads(young, { kind: "voided", nonce: "n" }, "request")).toBe("void");
  });
});

describe("a hold", () => {
  const accepted = (overrides: Partial<SendDoc>) =>
    patchOf(aSend("preparing", { hold: 10_000, ...overrides }), { kind: "accepted" }, "request");

  it("begins once the send is complete, and delays its start", () => {
    const held = { state: "scheduled", heldUntil: NOW + 10_000 };
    expect(accepted({})).toEqual({ ...held, startsAt: NOW + 10_000, wakeAt: NOW + 10_000 });
    expect(accepted({ startsAt: NOW + HOUR })).toEqual({
      ...held,
      startsAt: NOW + HOUR,
      wakeAt: NOW + HOUR,
    });
    expect(accepted({ counts: { ...none, skipped: 3 } })).toMatchObject({ state: "done" });
  });

  it("that is undone leaves a void; without one nothing can be undone", () => {
    const held = aSend("scheduled", { heldUntil: NOW + 1 });
    expect(patchOf(held, { kind: "undone" }, "user")).toEqual({
      state: "preparing",
      voided: true,
      wakeAt: NOW,
    });
    expect(next(aSend("scheduled"), { kind: "undone" }, "user", NOW)).toMatchObject({
      kind: "refused",
    });
  });

  it("is over once the send begins, by any event", () => {
    const held = aSend("scheduled", { heldUntil: NOW, startsAt: NOW });
    expect(patchOf(held, { kind: "holdEnded" }, "clock")).toMatchObject({
      state: "queued",
      heldUntil: null,
    });
    expect(patchOf(held, { kind: "sentNow" }, "user")).toMatchObject({
      state: "queued",
      heldUntil: null,
    });
    expect(
      leads(
        aSend("scheduled", { heldUntil: NOW + 1, startsAt: NOW + 1 }),
        { kind: "holdEnded" },
        "clock",
      ),
    ).toBe(".");
  });
});

describe("a pause", () => {
  it("without an end is canceled seven days after it began, at any age of the send", () => {
    const old = aSend("running", { startsAt: NOW - 20 * DAY, startedAt: NOW - 20 * DAY });
    const pause = patchOf(old, { kind: "paused", reason: "reconnect", resumesAt: null }, "worker");
    expect(pause).toMatchObject({ pausedAt: NOW, wakeAt: NOW + 7 * DAY });
    const paused = { ...old, ...pause };
    expect(next(paused, { kind: "pauseOutlived" }, "clock", NOW + 7 * DAY - 1).kind).toBe("same");
    expect(patchOf(paused, { kind: "pauseOutlived" }, "clock", NOW + 7 * DAY)).toMatchObject({
      state: "cancelled",
      cancelledBy: "longPause",
    });
  });

  it("of a person stays theirs when a worker notices a reason of its own", () => {
    const byPerson = aSend("paused", { pauseReason: "user" });
    for (const reason of ["quota", "stopped", "errors", "reconnect", "disabled"] as const) {
      expect(
        next(byPerson, { kind: "paused", reason, resumesAt: NOW + HOUR }, "worker", NOW).kind,
      ).toBe("same");
    }
  });

  it("of a person replaces another; without an end it continues as the same pause", () => {
    const event: SendEvent = { kind: "paused", reason: "user", resumesAt: null };
    expect(patchOf(aSend("paused"), event, "user")).toMatchObject({
      pauseReason: "user",
      pausedAt: NOW - 8 * DAY,
    });
    const quota = aSend("paused", { pauseReason: "quota", resumesAt: NOW + HOUR });
    expect(patchOf(quota, event, "user")).toMatchObject({
      resumesAt: null,
      pausedAt: NOW,
      wakeAt: NOW + 7 * DAY,
    });
    expect(next(aSend("paused", { pauseReason: "user" }), event, "user", NOW).kind).toBe("same");
  });

  it("ends automatically only at its time, and by a sign-in only if it waited for one", () => {
    const quota = aSend("paused", { pauseReason: "quota", resumesAt: NOW + 1 });
    expect(leads(quota, { kind: "pauseEnded" }, "clock")).toBe(".");
    expect(leads(quota, { kind: "pauseOutlived" }, "clock")).toBe(".");
    expect(leads(quota, { kind: "reconnected" }, "sign_in")).toBe(".");
    expect(leads(aSend("paused"), { kind: "pauseEnded" }, "clock")).toBe(".");
  });

  it("of an operator's stop ends when the stop is over, or after seven days of looking", () => {
    const stop: SendEvent = { kind: "paused", reason: "stopped", resumesAt: NOW + 15_000 };
    const stopped = { ...aSend("running"), ...patchOf(aSend("running"), stop, "worker") };
    expect(stopped).toMatchObject({ state: "paused", pausedAt: NOW, wakeAt: NOW + 15_000 });
    const looked = {
      ...stopped,
      ...patchOf(stopped, { kind: "attentionFailed" }, "clock", NOW + 15_000),
    };
    expect(looked).toMatchObject({ state: "paused", pausedAt: NOW, wakeAt: NOW + 315_000 });
    expect(patchOf(looked, { kind: "pauseEnded" }, "clock", NOW + 315_000)).toMatchObject({
      state: "queued",
    });
    expect(next(looked, { kind: "pauseOutlived" }, "clock", NOW + 7 * DAY - 1).kind).toBe("same");
    expect(patchOf(looked, { kind: "pauseOutlived" }, "clock", NOW + 7 * DAY)).toMatchObject({
      cancelledBy: "longPause",
    });
  });

  it("of the quota lasts into the hours of its send, and only a person can end it outside of them", () => {
    const resumeHours = { from: 8, to: 20, timeZone: "Asia/Kolkata" };
    const quota = (resumesAt: number): SendEvent => ({
      kind: "paused",
      reason: "quota",
      resumesAt,
    });
    const late = patchOf(aSend("running", { resumeHours }), quota(NOW + 20 * HOUR), "worker");
    expect(late).toMatchObject({
      resumesAt: NOW + 26.5 * HOUR,
      wakeAt: NOW + 26.5 * HOUR,
      interrupted: true,
    });
    expect(
      patchOf(aSend("running", { resumeHours }), quota(NOW + 5 * HOUR), "worker").resumesAt,
    ).toBe(NOW + 5 * HOUR);
    expect(patchOf(aSend("running"), quota(NOW + 20 * HOUR), "worker").resumesAt).toBe(
      NOW + 20 * HOUR,
    );
    const interrupted = aSend("paused", { resumeHours, interrupted: true, resumesAt: NOW });
    expect(patchOf(interrupted, { kind: "pauseEnded" }, "clock").interrupted).toBeUndefined();
    expect(patchOf(interrupted, { kind: "resumed" }, "user").interrupted).toBe(false);
  });

  it("before the time of a scheduled send leads back to the schedule", () => {
    const early = aSend("paused", { startedAt: null, startsAt: NOW + HOUR });
    expect(patchOf(early, { kind: "resumed" }, "user")).toMatchObject({
      state: "scheduled",
      wakeAt: NOW + HOUR,
    });
    const event: SendEvent = { kind: "paused", reason: "quota", resumesAt: NOW + HOUR };
    expect(leads(aSend("scheduled"), event, "worker")).toBe(".");
  });
});

describe("faults", () => {
  it("pause a send at the third in a row; a slice that sends something, its end, or a person resets them", () => {
    const dying: SendEvent = { kind: "workerDied", lease: "lease" };
    expect(patchOf(aSend("running", { faults: 1 }), dying, "worker")).toEqual({
      faults: 2,
      worker: null,
    });
    const third = patchOf(aSend("running", { faults: 2 }), dying, "worker");
    expect(third).toMatchObject({
      state: "paused",
      pauseReason: "errors",
      pausedAt: NOW,
      faults: 3,
    });
    expect(leads(aSend("running", { worker: "another" }), dying, "worker")).toBe(".");
    const slice = (counts: SendDoc["counts"]): SendEvent => ({
      kind: "sliceEnded",
      counts,
      suppressed: 0,
      streak: 0,
      nextAt: NOW,
    });
    const faulty = aSend("running", { faults: 2 });
    expect(patchOf(faulty, slice({ ...none, queued: 2, sent: 1 }), "worker")).toMatchObject({
      faults: 0,
    });
    expect(patchOf(faulty, slice({ ...none, queued: 3 }), "worker").faults).toBeUndefined();
    expect(patchOf(faulty, slice({ ...none, warning: 3 }), "worker")).toMatchObject({
      state: "done",
      faults: 0,
    });
    const counted: SendEvent = { kind: "counted", counts: { ...none, skipped: 3 }, suppressed: 0 };
    expect(patchOf(aSend("cancelling", { faults: 1 }), counted, "clock").faults).toBe(0);
    expect(patchOf(aSend("paused", { faults: 3 }), { kind: "resumed" }, "user")).toMatchObject({
      faults: 0,
    });
  });
});

describe("the life of a send", () => {
  it("wakes it no later than on its last day, and then cancels the rest", () => {
    const last = aSend("running", { diesAt: NOW + 60_000 });
    const wakeAt = (event: SendEvent, actor: Actor) => patchOf(last, event, actor).wakeAt;
    expect(wakeAt({ ...GOING, kind: "sliceEnded", streak: 0, nextAt: NOW }, "worker")).toBe(
      NOW + 60_000,
    );
    expect(wakeAt({ kind: "overdue" }, "clock")).toBe(NOW + 60_000);
    expect(wakeAt({ kind: "paused", reason: "quota", resumesAt: NOW + DAY }, "worker")).toBe(
      NOW + 60_000,
    );
    expect(leads(last, { kind: "endOfLife" }, "clock")).toBe(".");
  });

  it("restarts with a retry, but never reaches the day when rows may vanish", () => {
    const again = (expiresAt: number) =>
      patchOf(aSend("done", { expiresAt }), { kind: "retried" }, "user");
    expect(again(NOW + 45 * DAY)).toMatchObject({
      diesAt: NOW + 30 * DAY,
      endedAt: null,
      purgeAt: null,
    });
    expect(again(NOW + 14 * DAY).diesAt).toBe(NOW + 12 * DAY);
    expect(leads(aSend("done", { expiresAt: NOW + 2 * DAY }), { kind: "retried" }, "user")).toBe(
      "no",
    );
  });

  it("doesn't restart once its owner has deleted it", () => {
    for (const stage of ["done", "cancelled"] as const) {
      expect(leads(aSend(stage, { hidden: true, purgeAt: NOW }), { kind: "retried" }, "user")).toBe(
        "no",
      );
    }
  });

  it("isn't canceled once another has taken its place: that one would still go out", () => {
    for (const stage of ["cancelling", "cancelled"] as const) {
      expect(leads(aSend(stage, { replacedBy: "other" }), { kind: "cancelled" }, "user")).toBe(
        "no",
      );
    }
  });

  it("ends a day before its data is deleted, or at the same time if its owner is gone", () => {
    const gone: SendEvent = { kind: "counted", counts: { ...none, skipped: 3 }, suppressed: 0 };
    expect(patchOf(aSend("cancelling"), gone, "user")).toMatchObject({
      endedAt: NOW,
      deletesAt: NOW + DAY,
    });
    expect(
      patchOf(aSend("cancelling", { cancelledBy: "ownerDeleted" }), gone, "user"),
    ).toMatchObject({ purgeAt: NOW });
  });

  it("keeps the data of a send that was restarted and has ended again", () => {
    const ended = aSend("done", { deletesAt: NOW + DAY, purgeAt: NOW + DAY });
    expect(leads(ended, { kind: "dataDeleted", owed: [] }, "clock")).toBe(".");
  });

  it("continues for the count while rows are left", () => {
    expect(leads(aSend("running"), GOING, "worker")).toBe("running");
    expect(leads(aSend("cancelling"), GOING, "clock")).toBe("cancelling");
  });
});
