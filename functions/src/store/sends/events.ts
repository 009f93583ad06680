import type { Counts, PauseReason } from "@sendwright/core/contract/sends";

/**
 * Who can cause an event. `request` prepares a send; `clock` is anything that notices that a time has come: the sweep,
 * a status request, a slice; `sign_in` reconnects a Google account; `account` is the deletion of an account.
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
  | { kind: "sliceEnded"; counts: Counts; streak: number; nextAt: number }
  /** Its rows were counted at some other moment. */
  | { kind: "counted"; counts: Counts }
  /** A slice was due some time ago, and a new one was requested. */
  | { kind: "overdue" }
  | { kind: "paused"; reason: PauseReason; resumesAt: number | null }
  /** A person ends a pause; its own time has come; the Google account is connected again. */
  | { kind: "resumed" | "pauseEnded" | "reconnected" }
  /** A pause without an end has lasted too long. */
  | { kind: "pauseOutlived" }
  | { kind: "workerDied"; lease: string }
  /** Its email couldn't be loaded, or Google refused this server, for a reason that may pass. */
  | { kind: "loadFailed" }
  | { kind: "cancelled" }
  | { kind: "retried" }
  | { kind: "endOfLife" }
  | { kind: "ownerDeleted" }
  /** Its owner removes it from the list. */
  | { kind: "removed" }
  /** Its data is about to be deleted, and then has been. */
  | { kind: "dataDeleted" | "dataGone" }
  /** A check of it failed, or must wait without delaying others. */
  | { kind: "attentionFailed" };

export type EventKind = SendEvent["kind"];
