import { AsyncLocalStorage } from "node:async_hooks";

/** A call at work, and who is charged for its milliseconds of the processor. */
interface ChargedCall {
  charge(ms: number): void;
  isOver: boolean;
}

/*
 * No one can tell which of the calls at work a process spends its time on: their steps alternate,
 * and garbage is collected for all. So at each begin and end of a call, the time since the last one
 * is divided equally among the calls at work in between. Every millisecond is charged, whatever
 * causes it, and no one pays more than those who were at work for longer, or with more calls. Calls
 * without a user don't take part: they would pay for no one, and their time would be missing.
 */
const atWork = new Set<ChargedCall>();
const current = new AsyncLocalStorage<ChargedCall>();
let divided = 0;

/**
 * Runs a call's work and charges its share of the processor time while it lasts. Returns and throws
 * as the work does.
 */
export async function charged<T>(charge: (ms: number) => void, work: () => Promise<T>): Promise<T> {
  const call = { charge, isOver: false };
  change(() => atWork.add(call));
  try {
    return await current.run(call, work);
  } finally {
    call.isOver = true;
    leave(call);
  }
}

function leave(call: ChargedCall): void {
  change(() => atWork.delete(call));
}

/**
 * Runs work of the current call that only waits: the time of others is not charged to it. Work that
 * calls share belongs to the one that began it, so each must rest outside of what they share.
 */
export async function waitUncharged<T>(wait: () => Promise<T>): Promise<T> {
  const call = current.getStore();
  if (!call) return wait();
  leave(call);
  try {
    return await wait();
  } finally {
    // Work that was left behind may end after its call.
    if (!call.isOver) change(() => atWork.add(call));
  }
}

/** Changes who is at work, after dividing the time until now. */
function change(by: () => void): void {
  const { user, system } = process.cpuUsage();
  const used = (user + system) / 1_000;
  const share = (used - divided) / atWork.size;
  for (const call of atWork) call.charge(share);
  divided = used;
  by();
}
