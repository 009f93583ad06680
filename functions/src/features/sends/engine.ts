import { config } from "../../config.ts";
import { accountState } from "../../platform/accounts.ts";
import { sendMessage } from "../../platform/gmail.ts";
import { freshAccessToken } from "../../platform/googleAuth.ts";
import { dailyLimit } from "../../store/dailyQuota.ts";
import { readFile } from "../../store/files.ts";
import { forgetGrant, readGrant } from "../../store/grants.ts";
import { keepLease, releaseLease, takeLease } from "../../store/leases.ts";
import { claimOverdueSlice, readSender, usersWithDeadLease } from "../../store/senders.ts";
import { apply } from "../../store/sends/apply.ts";
import { duePurges, dueSends } from "../../store/sends/due.ts";
import { purgeSend } from "../../store/sends/purge.ts";
import { openSends, readSend, readSnapshot, watchActiveSends } from "../../store/sends/read.ts";
import { claimedRows, claimRow, finishRow, queuedRows, rowsOfLease } from "../../store/sends/rows.ts";
import { settle } from "../../store/sends/settle.ts";
import { enqueueSlice } from "../../store/sends/slices.ts";
import { voidSend } from "../../store/sends/void.ts";
import { raiseTombstone } from "../../store/tombstones.ts";
import { Places } from "./places.ts";

/**
 * The store functions that the worker and the sweep use. The folders `work` and `attend` have no other access to the
 * store, so that a test can stop them before and after each step. Requests import the store.
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
  settle,
  voidSend,
  purgeSend,
  raiseTombstone,
};
export type Ledger = typeof ledger;

/** Everything that a worker needs from outside: the clock and chance, the ledger, Google, and the queue of tasks. */
export interface Engine {
  now(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
  rate: number;
  /** How long a request waits for the end of its send (milliseconds). */
  patience: number;
  /** Who may wait so long: each waiting request takes a place in its instance, which others need too. */
  waiting: Places;
  dailyLimit: typeof dailyLimit;
  ledger: Ledger;
  accountState: typeof accountState;
  freshAccessToken: typeof freshAccessToken;
  sendMessage: typeof sendMessage;
  /**
   * Asks for a slice of this user's email at a time (milliseconds), at which the hold of a send (its document's id)
   * ends.
   */
  enqueue(uid: string, at: number, held?: string): Promise<void>;
}

/** Of the 8 requests that an instance handles at once, 5 remain for quick calls. */
const waiting = new Places(2, 3);

export function realEngine(): Engine {
  return {
    now: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    rate: config().sendRatePerMinute,
    patience: 20_000,
    waiting,
    dailyLimit,
    ledger,
    accountState,
    freshAccessToken,
    sendMessage,
    enqueue: enqueueSlice,
  };
}
