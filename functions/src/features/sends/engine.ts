import { config } from "../../config.ts";
import { sendMessage } from "../../platform/gmail.ts";
import { freshAccessToken } from "../../platform/googleAuth.ts";
import { readFile } from "../../store/files.ts";
import { forgetGrant, readGrant } from "../../store/grants.ts";
import { keepLease, releaseLease, takeLease } from "../../store/leases.ts";
import { dailyLimit } from "../../store/quotas.ts";
import { claimOverdueSlice, readSender, usersWithDeadLease } from "../../store/senders.ts";
import { apply } from "../../store/sendsApply.ts";
import { dueJobs, duePurges, readJob, readSnapshot, watchActiveJobs } from "../../store/sendsJobs.ts";
import { purgeSend } from "../../store/sendsPurge.ts";
import { claimedRows, claimRow, finishRow, queuedRows, rowsOfLease } from "../../store/sendsRows.ts";
import { settle } from "../../store/sendsSettle.ts";
import { voidSend } from "../../store/sendsVoid.ts";
import { enqueueSlice } from "../../store/slices.ts";

/** The ledger's steps that a worker takes; each of them is one place where it can die. */
const ledger = {
  takeLease,
  keepLease,
  releaseLease,
  readSender,
  claimOverdueSlice,
  usersWithDeadLease,
  rowsOfLease,
  claimedRows,
  watchActiveJobs,
  readJob,
  apply,
  dueJobs,
  duePurges,
  readSnapshot,
  readFile,
  queuedRows,
  claimRow,
  finishRow,
  settle,
  voidSend,
  purgeSend,
};
export type Ledger = typeof ledger;

/** Everything a worker needs of the world: the clock and chance, the ledger, Google, and the queue of tasks. */
export interface Engine {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
  /** Calls in any 60 s. */
  rate: number;
  /** How long a request waits for the end of its send (milliseconds). */
  patience: number;
  dailyLimit: typeof dailyLimit;
  ledger: Ledger;
  readGrant: typeof readGrant;
  forgetGrant: typeof forgetGrant;
  freshAccessToken: typeof freshAccessToken;
  sendMessage: typeof sendMessage;
  /** Asks for a slice of this user's mail at a time (milliseconds). */
  enqueue(uid: string, at: number): Promise<void>;
}

/** The real world. */
export function realEngine(): Engine {
  return {
    now: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    rate: config().sendRatePerMinute,
    patience: 20_000,
    dailyLimit,
    ledger,
    readGrant,
    forgetGrant,
    freshAccessToken,
    sendMessage,
    enqueue: enqueueSlice,
  };
}
