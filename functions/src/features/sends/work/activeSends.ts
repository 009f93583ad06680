import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import type { SendingStop } from "../../../store/stops.ts";
import type { Engine } from "../engine.ts";

/** A rest ends this much earlier, because the task that ends it may run on another clock. */
const CLOCKS_DIFFER_MS = 5_000;

/** A user's sends that need a worker, kept up to date while a slice runs. */
export interface ActiveSends {
  /**
   * The send that goes first: Direct and test sends before bulk ones, then the oldest. A send that
   * rests after a fault doesn't delay the others. Throws if the watch broke.
   */
  first(): StoredSend | undefined;
  all(): StoredSend[];
  /** Whether an operator has stopped this user's sends. Throws if the watch broke. */
  isStopped(): boolean;
  /** Whether a send's next email may go now: nothing stops it, and no other send goes first. */
  mayGo(send: StoredSend): boolean;
  /**
   * Notes a send that the slice itself has just written; the watch reports it only a moment later.
   */
  wrote(send: StoredSend): void;
  /** Follows no longer. */
  end(): void;
}

/** Follows a user's active sends and what stops them; resolves once both first answers arrive. */
export async function followActiveSends(engine: Engine, uid: string): Promise<ActiveSends> {
  let seen: StoredSend[] | undefined;
  let isStopped: boolean | undefined;
  let broken: unknown;
  const written = new Map<string, StoredSend>();
  const ends: (() => void)[] = [];
  const end = () => {
    for (const endOne of ends) endOne();
  };
  await new Promise<void>((resolve, reject) => {
    const noted = () => {
      if (seen !== undefined && isStopped !== undefined) resolve();
    };
    const fail = (cause: unknown) => {
      broken = cause ?? new Error("A watch of the slice ended.");
      reject(broken);
    };
    const onSends = (sends: StoredSend[]) => {
      seen = sends;
      noted();
    };
    ends.push(engine.ledger.watchActiveSends(uid, onSends, fail));
    const onStop = (found: SendingStop | null) => {
      isStopped = found !== null;
      noted();
    };
    ends.push(engine.ledger.watchStop(uid, onStop, fail));
  }).catch((cause: unknown) => {
    end();
    throw cause;
  });
  const unlessBroken = <T>(known: T | undefined, otherwise: T): T => {
    if (broken !== undefined) throw broken;
    return known ?? otherwise;
  };
  const all = () => {
    const current = unlessBroken(seen, []).map((send) => newer(send, written.get(send.id)));
    return current.filter(isActive).sort((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt);
  };
  const first = () =>
    all().find((send) => send.faults === 0 || nextSliceOf(send) <= engine.now() + CLOCKS_DIFFER_MS);
  const isStoppedNow = () => unlessBroken(isStopped, true);
  const mayGo = ({ id }: StoredSend) => !isStoppedNow() && first()?.id === id;
  return {
    first,
    all,
    isStopped: isStoppedNow,
    mayGo,
    wrote: (send) => written.set(send.id, send),
    end,
  };
}

function newer(seen: StoredSend, written: StoredSend | undefined): StoredSend {
  return written && written.updateTime.valueOf() >= seen.updateTime.valueOf() ? written : seen;
}

function rank({ kind }: StoredSend): number {
  return kind === "direct" || kind === "test" ? 0 : 1;
}
