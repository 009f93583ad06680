import type { Counts, PauseReason, SendState } from "@sendwright/core/contract/sends";
import * as to from "./patches.ts";
import type { SendDoc } from "./schemas.ts";

/**
 * Who can cause an event. `request` prepares a send; `clock` is anything that notices that a time
 * has come: the sweep, a status request, a slice; `sign_in` reconnects a Google account; `account`
 * is the deletion of an account.
 */
export type Actor = "request" | "user" | "worker" | "clock" | "sign_in" | "account";

/** Everything that can happen to a send. */
export type SendEvent =
  /** Everything is written, and the send begins. */
  | { kind: "accepted" }
  /** Its preparation is given up, by its own request (`nonce`) or because it took too long. */
  | { kind: "voided"; nonce?: string }
  /** The time of a scheduled send has come; `holdEnded`: the hold is over. */
  | { kind: "due" | "holdEnded" }
  /** Its owner undoes it during the hold: it is void, as if it had never been accepted. */
  | { kind: "undone" }
  | { kind: "moved"; startsAt: number }
  | { kind: "sentNow" }
  /** A worker starts on it. */
  | { kind: "sliceBegan"; lease: string }
  | { kind: "sliceEnded"; counts: Counts; suppressed: number; streak: number; nextAt: number }
  /** Its rows were counted at some other moment. */
  | { kind: "counted"; counts: Counts; suppressed: number }
  /** A slice was due some time ago, and a new one was requested. */
  | { kind: "overdue" }
  | { kind: "paused"; reason: PauseReason; resumesAt: number | null }
  /** A person ends a pause; its own time has come; the Google account is connected again. */
  | { kind: "resumed" | "pauseEnded" | "reconnected" }
  /** A pause without an end, or a stop, has lasted too long. */
  | { kind: "pauseOutlived" }
  | { kind: "workerDied"; lease: string }
  /** Its email couldn't be loaded, or Google refused this server, for a reason that may pass. */
  | { kind: "loadFailed" }
  | { kind: "cancelled" }
  /** Another send (its key) takes its place and begins in the same commit. */
  | { kind: "replaced"; by: string }
  | { kind: "retried" }
  | { kind: "endOfLife" }
  | { kind: "ownerDeleted" }
  /** Its owner removes it from the list. */
  | { kind: "removed" }
  /** Its data is about to be deleted. */
  | { kind: "dataDeleted"; owed: number[] }
  | { kind: "dataGone" }
  /** A check of it failed, or must wait without delaying others. */
  | { kind: "attentionFailed" };

export type EventKind = SendEvent["kind"];

/** A send's state as the rules see it: some states of the wire are two here. */
export type Stage = SendState | "void" | "cancelling" | "deleted";

/**
 * The result of an event: the changes to write, null for nothing (already so), or why it can't
 * happen.
 */
export type EventOutcome =
  | { kind: "write"; patch: Partial<SendDoc> }
  | { kind: "same" }
  | { kind: "refused"; because: string };

/** A stage's result of an event: the changes to write, null for nothing, or why it can't happen. */
type Transition<E> = (send: SendDoc, now: number, event: E) => Partial<SendDoc> | null | string;

interface Rule<E> {
  by: readonly Actor[];
  /**
   * The sentence for an event that makes no sense in a stage. Without one, nothing happens there.
   */
  refusal?: string;
  cells: { [S in Stage]?: Transition<E> };
}

type Rules = { [K in EventKind]: Rule<Extract<SendEvent, { kind: K }>> };

/** The stages in which a send has rows to go and no one has ended it. */
const open = <E>(cell: Transition<E>) => ({
  scheduled: cell,
  queued: cell,
  running: cell,
  paused: cell,
});
const active = <E>(cell: Transition<E>) => ({ queued: cell, running: cell });
const ended = <E>(cell: Transition<E>) => ({ done: cell, cancelled: cell });
const same = () => null;

/**
 * Every change of a send (decision 4 has the picture). A stage without a cell refuses the event, or
 * ignores it.
 */
const RULES: Rules = {
  accepted: {
    by: ["request"],
    refusal: "It has begun or was given up.",
    cells: { preparing: to.begun },
  },
  voided: { by: ["request", "clock", "account"], cells: { preparing: to.voided } },
  due: { by: ["clock"], cells: { scheduled: to.started } },
  holdEnded: { by: ["clock"], cells: { scheduled: to.started } },
  undone: {
    by: ["user"],
    refusal: "It is too late to undo this send.",
    cells: { scheduled: to.undone, void: same },
  },
  moved: {
    by: ["user"],
    refusal: "Only a scheduled send can have its time changed.",
    cells: { scheduled: to.moved },
  },
  sentNow: {
    by: ["user"],
    refusal: "Only a scheduled send can be sent now.",
    cells: { scheduled: to.startedNow, ...active(same) },
  },
  sliceBegan: { by: ["worker"], cells: active(to.served) },
  sliceEnded: {
    by: ["worker"],
    cells: {
      ...active(to.rested),
      paused: to.left,
      cancelling: to.left,
      ...ended(to.recounted),
      scheduled: to.recounted,
    },
  },
  counted: {
    by: ["worker", "user", "clock"],
    cells: {
      ...active(to.countsOf),
      paused: to.countsOf,
      cancelling: to.countsOf,
      ...ended(to.recounted),
      scheduled: to.recounted,
    },
  },
  overdue: { by: ["clock"], cells: active(to.askedAgain) },
  paused: {
    by: ["user", "worker"],
    refusal: "Only a running send can be paused.",
    cells: { ...active(to.paused), scheduled: to.pausedBefore, paused: to.pausedAgain },
  },
  resumed: {
    by: ["user"],
    refusal: "Only a paused send can be resumed.",
    cells: { ...active(same), paused: to.resumedByPerson },
  },
  pauseEnded: { by: ["clock"], cells: { paused: to.resumedInTime } },
  reconnected: { by: ["sign_in"], cells: { paused: to.reconnected } },
  pauseOutlived: { by: ["clock"], cells: { paused: to.outlived } },
  workerDied: { by: ["worker"], cells: active(to.bereft) },
  loadFailed: { by: ["worker"], cells: active(to.faulted) },
  cancelled: {
    by: ["user"],
    refusal: "This send has already ended.",
    cells: {
      ...open(to.cancelledBy("user")),
      cancelling: to.cancelledBefore,
      cancelled: to.cancelledBefore,
      deleted: to.cancelledLongAgo,
    },
  },
  replaced: {
    by: ["user"],
    refusal: "Only a scheduled send can be replaced.",
    cells: { scheduled: to.replaced },
  },
  retried: {
    by: ["user"],
    refusal: "The rows of this send can't be sent again.",
    cells: {
      ...open(to.onceMore),
      ...ended(to.again),
      cancelling: () => "This send is still being canceled.",
      deleted: () => "The data of this send has been deleted.",
    },
  },
  endOfLife: { by: ["clock"], cells: open(to.outOfTime) },
  ownerDeleted: {
    by: ["account"],
    cells: {
      ...open(to.cancelledBy("ownerDeleted")),
      preparing: to.voidedAtOnce,
      ...ended(to.removed),
      deleted: to.removed,
    },
  },
  removed: {
    by: ["user"],
    refusal: "Cancel this send before you delete it.",
    cells: { ...ended(to.removed), deleted: to.removed },
  },
  dataDeleted: { by: ["clock", "user", "account"], cells: ended(to.dataDeleted) },
  dataGone: { by: ["clock", "user", "account"], cells: { deleted: to.dataGone } },
  attentionFailed: {
    by: ["clock"],
    cells: {
      ...open(to.setBack),
      preparing: to.setBack,
      void: to.setBack,
      cancelling: to.setBack,
      ...ended(to.purgeSetBack),
      deleted: to.purgeSetBack,
    },
  },
};

export function stageOf(
  send: Pick<SendDoc, "state" | "voided" | "endedAt" | "dataDeleted">,
): Stage {
  if (send.dataDeleted) return "deleted";
  if (send.state === "preparing" && send.voided) return "void";
  if (send.state === "cancelled" && send.endedAt === null) return "cancelling";
  return send.state;
}

/**
 * The one place that knows how a send changes. Returns the changes to write for an event at `now`
 * (milliseconds), if the send hasn't changed since it was read.
 */
export function next(send: SendDoc, event: SendEvent, actor: Actor, now: number): EventOutcome {
  return byRule(RULES[event.kind] as Rule<SendEvent>, send, event, actor, now);
}

function byRule(
  rule: Rule<SendEvent>,
  send: SendDoc,
  event: SendEvent,
  actor: Actor,
  now: number,
): EventOutcome {
  if (!rule.by.includes(actor)) throw new Error(`"${event.kind}" cannot be caused by "${actor}".`);
  const cell = rule.cells[stageOf(send)];
  if (!cell)
    return rule.refusal === undefined
      ? { kind: "same" }
      : { kind: "refused", because: rule.refusal };
  const made = cell(send, now, event);
  if (typeof made === "string") return { kind: "refused", because: made };
  return made ? { kind: "write", patch: made } : { kind: "same" };
}
