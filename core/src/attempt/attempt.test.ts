import { describe, expect, it } from "vitest";
import { AppError } from "../contract/appError.ts";
import type { Send } from "../contract/sends.ts";
import {
  type Attempt,
  type AttemptEvent,
  IDLE,
  keptCause,
  mayStillSend,
  nextAttempt,
  sendEvent,
} from "./attempt.ts";
import { holdOf, isReleased } from "./hold.ts";

const AT = Date.parse("2026-11-21T10:00:00Z");
const later = (seconds: number) => AT + seconds * 1_000;
const press = { key: "key-0001", submitted: "the form", at: AT };
const refusal = new AppError("invalid_input", "Not today.");
const hold = { until: later(10), emails: 2, later: null };

const STATES = {
  idle: { status: "idle", again: null },
  asked: { ...press, status: "asked", isRepeat: false },
  lost: { ...press, status: "lost", cause: "silence", lostAt: later(20) },
  held: { ...press, status: "held", known: "answered", hold },
  undoing: { ...press, status: "undoing", known: "answered", hold },
  undone: { ...press, status: "undone" },
  begun: { ...press, status: "begun", known: "answered" },
  ended: { ...press, status: "ended", known: "answered" },
  refused: { ...press, status: "refused", refusal },
  absent: { ...press, status: "absent" },
  gone: { ...press, status: "gone" },
} as const satisfies Record<Attempt["status"], Attempt<string>>;

/** They have the key of the states above; `missing` comes when the send can't begin anymore. */
const EVENTS = {
  submitted: { type: "submitted", key: "key-0002", submitted: "the form now", at: later(200) },
  reloaded: { type: "reloaded", key: "key-0002", submittedAt: AT, at: later(200), cause: "reload" },
  answered: { type: "answered", key: "key-0001" },
  refused: { type: "refused", key: "key-0001", refusal },
  lost: { type: "lost", key: "key-0001", cause: "silence", at: later(20) },
  listed: { type: "listed", key: "key-0001" },
  found: { type: "found", key: "key-0001" },
  undo: { type: "undo", key: "key-0001" },
  notUndone: { type: "notUndone", key: "key-0001", refusal },
  undone: { type: "undone", key: "key-0001", at: later(5) },
  late: { type: "late", key: "key-0001" },
  released: { type: "released", key: "key-0001" },
  missing: { type: "missing", key: "key-0001", at: later(200) },
  ended: { type: "ended", key: "key-0001" },
  closed: { type: "closed", key: "key-0001" },
} as const satisfies Record<AttemptEvent["type"], AttemptEvent<string>>;

const fresh = {
  status: "asked",
  key: "key-0002",
  submitted: "the form now",
  at: later(200),
  isRepeat: false,
} as const;

/** The table at the top of attempt.ts. A cell that isn't here changes nothing. */
const CELLS: {
  [Event in AttemptEvent["type"]]: { [State in Attempt["status"]]?: Attempt<string> };
} = {
  submitted: {
    idle: fresh,
    undone: fresh,
    begun: fresh,
    ended: fresh,
    refused: fresh,
    absent: { ...fresh, key: "key-0001", isRepeat: true },
    gone: fresh,
  },
  reloaded: {
    idle: {
      status: "lost",
      key: "key-0002",
      submitted: null,
      at: AT,
      cause: "reload",
      lostAt: later(200),
    },
  },
  answered: { asked: STATES.begun },
  refused: { asked: STATES.refused },
  lost: { asked: STATES.lost, begun: { ...STATES.begun, known: "found" } },
  listed: {
    asked: STATES.begun,
    lost: { ...STATES.begun, known: "found" },
    absent: { ...STATES.begun, known: "found" },
  },
  found: { lost: { ...STATES.begun, known: "found" }, absent: { ...STATES.begun, known: "found" } },
  undo: { held: STATES.undoing },
  notUndone: { undoing: STATES.held },
  undone: { undoing: STATES.undone },
  late: { undoing: { ...STATES.begun, known: "late" } },
  released: { held: STATES.begun },
  missing: { lost: STATES.absent, held: STATES.gone, undoing: STATES.undone, begun: STATES.gone },
  ended: { begun: STATES.ended },
  closed: {
    undone: STATES.idle,
    begun: STATES.idle,
    ended: STATES.idle,
    refused: STATES.idle,
    absent: { status: "idle", again: "key-0001" },
    gone: STATES.idle,
  },
};

const cells = Object.values(EVENTS).flatMap((event) =>
  Object.values(STATES).map((state) => ({
    event,
    state,
    next: CELLS[event.type][state.status] ?? state,
  })),
);

describe("each cell of the table", () => {
  it.each(cells)("$state.status, $event.type → $next.status", ({ state, event, next }) => {
    const after = nextAttempt<string>(state, event);
    expect(after).toEqual(next);
    if (next === state) expect(after).toBe(state);
  });

  it.each(cells.filter(({ event }) => event.type !== "submitted" && event.type !== "reloaded"))(
    "$state.status ignores $event.type with the key of another click",
    ({ state, event }) => {
      expect(
        nextAttempt<string>(state, { ...event, key: "key-0009" } as AttemptEvent<string>),
      ).toBe(state);
    },
  );
});

describe("the notes below the table", () => {
  it("a list doesn't answer a click that uses an earlier key", () => {
    const asked: Attempt<string> = { ...STATES.asked, isRepeat: true };
    expect(nextAttempt<string>(asked, EVENTS.listed)).toBe(asked);
  });

  it("an answer or lookup with a hold makes the attempt held; a list with a hold doesn't answer a call in flight", () => {
    expect(nextAttempt<string>(STATES.asked, { ...EVENTS.answered, hold })).toEqual(STATES.held);
    expect(nextAttempt<string>(STATES.asked, { ...EVENTS.listed, hold })).toBe(STATES.asked);
    const found = { ...STATES.held, known: "found" };
    for (const event of [EVENTS.found, EVENTS.listed]) {
      expect(nextAttempt<string>(STATES.lost, { ...event, hold })).toEqual(found);
      expect(nextAttempt<string>(STATES.absent, { ...event, hold })).toEqual(found);
    }
  });

  it("a send missing during its hold was undone elsewhere; after the hold it may have gone out", () => {
    expect(nextAttempt<string>(STATES.held, { ...EVENTS.missing, at: later(9) })).toEqual(
      STATES.undone,
    );
    expect(nextAttempt<string>(STATES.held, { ...EVENTS.missing, at: later(10) })).toEqual(
      STATES.gone,
    );
  });

  it.each([EVENTS.undone, EVENTS.missing])("an undo counts for a day: $type", (event) => {
    const day = 24 * 3_600;
    expect(nextAttempt<string>(STATES.undoing, { ...event, at: later(day - 1) })).toEqual(
      STATES.undone,
    );
    expect(nextAttempt<string>(STATES.undoing, { ...event, at: later(day) })).toEqual(STATES.gone);
  });

  it("stays lost while the send may still begin: 90 s after the click, and 60 s after the loss", () => {
    const early = { ...EVENTS.missing, at: later(89) };
    expect(nextAttempt<string>(STATES.lost, early)).toBe(STATES.lost);
    expect(nextAttempt<string>(STATES.lost, { ...early, at: later(90) })).toEqual(STATES.absent);
    const lateLoss: Attempt<string> = { ...STATES.lost, lostAt: later(300) };
    expect(nextAttempt<string>(lateLoss, { ...early, at: later(359) })).toBe(lateLoss);
    expect(nextAttempt<string>(lateLoss, { ...early, at: later(360) })).toEqual(STATES.absent);
  });

  it("waits no longer than that after a clock was set back", () => {
    const reloaded = nextAttempt<string>(IDLE, { ...EVENTS.reloaded, submittedAt: later(9_000) });
    expect(reloaded).toMatchObject({ at: later(200), lostAt: later(200) });
    for (const state of [
      { ...STATES.lost, at: later(9_000) },
      { ...STATES.lost, lostAt: later(9_000) },
    ]) {
      const reset = nextAttempt<string>(state, EVENTS.missing);
      expect(reset).toMatchObject({ status: "lost", lostAt: later(200) });
      const missing = (seconds: number) => ({ ...EVENTS.missing, at: later(seconds) });
      expect(nextAttempt<string>(reset, missing(259))).toBe(reset);
      expect(nextAttempt<string>(reset, missing(290)).status).toBe("absent");
    }
  });

  it("keeps the key of an attempt that began nothing, even if its notice was closed", () => {
    const closed = nextAttempt<string>(STATES.absent, EVENTS.closed);
    expect(nextAttempt<string>(closed, EVENTS.submitted)).toMatchObject({
      status: "asked",
      key: "key-0001",
      isRepeat: true,
    });
  });

  it.each([false, true])("never uses a key from before a reload again (closed: %s)", (isClosed) => {
    const absent: Attempt<string> = { ...STATES.absent, submitted: null };
    const before = isClosed ? nextAttempt<string>(absent, EVENTS.closed) : absent;
    expect(nextAttempt<string>(before, EVENTS.submitted)).toEqual(fresh);
  });

  it.each([
    ["silence", "found"],
    ["reload", "reloaded"],
    ["conflict", "earlier"],
  ] as const)("a send found after %s is known as %s", (cause, known) => {
    expect(nextAttempt<string>({ ...STATES.lost, cause }, EVENTS.found)).toEqual({
      ...STATES.begun,
      known,
    });
  });

  const earlier: Attempt<string>[] = [
    { ...STATES.lost, cause: "conflict" },
    ...(["held", "undoing", "begun"] as const).map((is) => ({
      ...STATES[is],
      known: "earlier" as const,
    })),
  ];

  it.each(earlier)(
    "the send of an earlier click stays known as earlier after a reload: $status",
    (state) => {
      const reloaded = nextAttempt(IDLE, {
        ...EVENTS.reloaded,
        key: "key-0001",
        cause: keptCause(state),
      });
      expect(nextAttempt(reloaded, EVENTS.found)).toMatchObject({
        status: "begun",
        known: "earlier",
      });
    },
  );

  it.each(["asked", "lost", "held", "undoing", "begun"] as const)(
    "any other attempt keeps the cause reload: %s",
    (is) => {
      expect(keptCause(STATES[is])).toBe("reload");
    },
  );

  it("the send of an earlier click stays known as earlier if Undo comes too late", () => {
    const undoing: Attempt<string> = { ...STATES.undoing, known: "earlier" };
    expect(nextAttempt(undoing, EVENTS.late)).toEqual({ ...STATES.begun, known: "earlier" });
  });

  it("starts idle", () => {
    expect(IDLE).toEqual(STATES.idle);
  });
});

const NOW = Date.parse("2026-11-21T10:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const counts = { total: 3, queued: 2, sending: 0, sent: 0, failed: 0, skipped: 1, warning: 0 };
const held = { state: "scheduled", starts_at: at(7), held_until: at(7), counts } as const;
const scheduled = { ...held, starts_at: at(3_600) } as const;

describe("a hold", () => {
  it("ends when the server says, and at most ten seconds from now", () => {
    expect(holdOf(held, NOW)).toEqual({ until: NOW + 7_000, emails: 2, later: null });
    expect(holdOf({ ...held, starts_at: at(300), held_until: at(300) }, NOW)?.until).toBe(
      NOW + 10_000,
    );
  });

  it("lasts until the server releases the send, even if its time is over", () => {
    expect(holdOf({ ...held, starts_at: at(-1), held_until: at(-1) }, NOW)).toEqual({
      until: NOW - 1_000,
      emails: 2,
      later: null,
    });
    expect(isReleased(held, { until: NOW, emails: 2, later: null }, NOW + 60_000)).toBe(false);
    expect(
      isReleased({ state: "queued" }, { until: NOW + 5_000, emails: 2, later: null }, NOW),
    ).toBe(true);
  });

  it("of a send for later has its start, and ends by the clock", () => {
    expect(holdOf(scheduled, NOW)).toEqual({ until: NOW + 7_000, emails: 2, later: at(3_600) });
    expect(holdOf(scheduled, NOW + 7_000)).toBeNull();
    expect(
      isReleased(scheduled, { until: NOW + 7_000, emails: 2, later: at(3_600) }, NOW + 6_999),
    ).toBe(false);
    expect(
      isReleased(scheduled, { until: NOW + 7_000, emails: 2, later: at(3_600) }, NOW + 7_000),
    ).toBe(true);
  });

  it.each([
    ["a running send", { ...held, state: "running" }],
    ["a send that was not held", { ...held, held_until: null }],
    ["a send from a server without holds", { state: "scheduled", starts_at: at(7), counts }],
  ] as const)("doesn't exist for %s", (_what, send) => {
    expect(holdOf(send, NOW)).toBeNull();
  });
});

describe("a look at the send of an attempt", () => {
  const seen = (state: Send["state"]) =>
    ({ state, counts: { queued: 2 }, starts_at: new Date(AT).toISOString() }) as Send;
  const key = "key-0001";

  it("ends the attempt if the send has begun and is over", () => {
    for (const state of ["done", "cancelled"] as const) {
      expect(sendEvent({ status: "begun", key }, seen(state), AT)).toEqual({ type: "ended", key });
    }
  });

  it("only finds a send that is still open, or whose attempt was lost", () => {
    expect(sendEvent({ status: "begun", key }, seen("running"), AT)).toMatchObject({
      type: "found",
      key,
    });
    expect(sendEvent({ status: "lost", key }, seen("done"), AT)).toMatchObject({
      type: "found",
      key,
    });
  });
});

it("an attempt may still send emails until it ends, or was refused or undone", () => {
  const may = (Object.keys(STATES) as Attempt["status"][]).filter(mayStillSend);
  expect(may).toEqual(["asked", "lost", "held", "undoing", "begun"]);
});
