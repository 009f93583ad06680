import { config } from "../../config.ts";
import { accountState } from "../../platform/accounts.ts";
import { sendMessage } from "../../platform/gmail.ts";
import { freshAccessToken } from "../../platform/googleAuth.ts";
import { logWarning } from "../../platform/log.ts";
import { dailyLimit } from "../../store/dailyQuota.ts";
import { readFile } from "../../store/files.ts";
import { forgetGrant, readGrant } from "../../store/grants.ts";
import {
  claimOverdueSlice,
  keepLease,
  readSender,
  releaseLease,
  takeLease,
  usersWithDeadLease,
} from "../../store/senders.ts";
import { apply, settle } from "../../store/sends/apply.ts";
import { voidSend } from "../../store/sends/create.ts";
import { duePurges, dueSends } from "../../store/sends/due.ts";
import { purgeSend } from "../../store/sends/purge.ts";
import { openSends, readSend, readSnapshot, watchActiveSends } from "../../store/sends/read.ts";
import {
  claimedRows,
  claimRow,
  finishRow,
  queuedRows,
  rowsOfLease,
  skipRow,
} from "../../store/sends/rows.ts";
import { enqueueSlice } from "../../store/sends/slices.ts";
import { stopOf, watchStop } from "../../store/stops.ts";
import { readKeys, watchSuppressions } from "../../store/suppressions.ts";
import { raiseTombstone } from "../../store/tombstones.ts";
import { MemoryBudget } from "./memoryBudget.ts";
import { RequestPlaces } from "./requestPlaces.ts";

/** Bytes of the rows' own files, as they are and encoded, that one instance holds at once. */
const ROW_FILES_BYTES = 300 * 1024 * 1024;

/**
 * The store functions that the worker and the sweep use. The folders `work` and `maintenance` have
 * no other access to the store, so that a test can stop them before and after each step. Requests
 * import the store.
 */
const ledger = {
  takeLease,
  keepLease,
  releaseLease,
  readSender,
  readGrant,
  forgetGrant,
  claimOverdueSlice,
  usersWithDeadLease,
  rowsOfLease,
  claimedRows,
  watchActiveSends,
  watchStop,
  watchSuppressions,
  readKeys,
  stopOf,
  openSends,
  readSend,
  apply,
  dueSends,
  duePurges,
  readSnapshot,
  readFile,
  queuedRows,
  claimRow,
  finishRow,
  skipRow,
  settle,
  voidSend,
  purgeSend,
  raiseTombstone,
};
export type Ledger = typeof ledger;

/**
 * Everything that a worker needs from outside: the clock and chance, the ledger, Google, and the
 * queue of tasks.
 */
export interface Engine {
  now(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
  /** Emails in 60 s. */
  rate: number;
  /** How long a request waits for the end of its send (milliseconds). */
  patience: number;
  /**
   * Who may wait so long: each waiting request takes a place in its instance, which others need
   * too.
   */
  waiting: RequestPlaces;
  /** The memory of this instance for rows' own files. */
  memory: MemoryBudget;
  dailyLimit: typeof dailyLimit;
  ledger: Ledger;
  accountState: typeof accountState;
  freshAccessToken: typeof freshAccessToken;
  sendMessage: typeof sendMessage;
  /**
   * Asks for a slice of this user's email at a time (milliseconds), at which the hold of a send
   * (its document's id) ends.
   */
  enqueue(uid: string, at: number, held?: string): Promise<void>;
}

/**
 * Requests a slice at `at` (milliseconds). It begins by ending the hold of the send `held`. If no
 * task can be enqueued, the sweep requests one later.
 */
export async function requestSlice(
  engine: Engine,
  uid: string,
  at: number,
  held?: string,
): Promise<void> {
  try {
    await engine.enqueue(uid, at, held);
  } catch (error) {
    logWarning("no task could be enqueued", { uid, error });
  }
}

/** At most three of an instance's places (`PLACES`) wait, so that quick calls have the others. */
const waiting = new RequestPlaces(2, 3);
const memory = new MemoryBudget(ROW_FILES_BYTES);

export function realEngine(): Engine {
  return {
    now: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    rate: config().sendRatePerMinute,
    patience: 20_000,
    waiting,
    memory,
    dailyLimit,
    ledger,
    accountState,
    freshAccessToken,
    sendMessage,
    enqueue: enqueueSlice,
  };
}
