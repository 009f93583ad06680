import type { Counts, PauseReason } from "@sendwright/core/contract/sends";

/**
 * Who can cause an event. `request` prepares a send; `clock` is anything that finds that a time has come: sweep, a
 * status request, a slice; `sign_in` is a Google account that was connected again; `account` is the deletion of an
 * account.
 */
export type Actor = "request" | "user" | "worker" | "clock" | "sign_in" | "account";

/** Everything that can happen to a send. */
export type SendEvent =
  /** All of it is written: it begins. */
  | { kind: "accepted" }
  /** Its preparation is given up, by the request that made it (`nonce`) or because it took too long. */
  | { kind: "voided"; nonce?: string }
  /** The time of a scheduled send has come; `holdEnded` is the same after the seconds in which it could be undone. */
  | { kind: "due" | "holdEnded" }
  /** Its owner takes it back while it is held: it is void, as if it had never been accepted. */
  | { kind: "undone" }
  | { kind: "moved"; startsAt: number }
  | { kind: "sentNow" }
  /** A worker turns to it. */
  | { kind: "sliceBegan"; lease: string }
  | { kind: "sliceEnded"; counts: Counts; streak: number; nextAt: number }
  /** Its rows were counted at some other moment. */
  | { kind: "counted"; counts: Counts }
  /** A slice was due some time ago, and a new one has been asked for. */
  | { kind: "overdue" }
  | { kind: "paused"; reason: PauseReason; resumesAt: number | null }
  /** A person ends a pause; its own time has come; the Google account is connected again. */
  | { kind: "resumed" | "pauseEnded" | "reconnected" }
  /** A pause that nobody ended has lasted too long. */
  | { kind: "pauseOutlived" }
  | { kind: "workerDied"; lease: string }
  /** Its mail could not be loaded, or Google refused this server, for a reason that may pass. */
  | { kind: "loadFailed" }
  | { kind: "cancelled" }
  | { kind: "retried" }
  | { kind: "endOfLife" }
  | { kind: "ownerDeleted" }
  /** Its owner takes it off the list. */
  | { kind: "removed" }
  /** What it holds is about to be deleted, and then has been. */
  | { kind: "dataDeleted" | "dataGone" }
  /** Attending to it failed, or has to wait: it must not keep others waiting. */
  | { kind: "attentionFailed" };

export type EventKind = SendEvent["kind"];
