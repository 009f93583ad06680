import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import type { SendingStop } from "../../../store/stops.ts";
import type { ListDoc } from "../../../store/suppressions.ts";
import type { Engine } from "../engine.ts";
import { type SuppressedPeople, suppressedPeople } from "./suppressedPeople.ts";

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
  /** Whom the user doesn't email. Throws if the watch broke. */
  suppressed: Pick<SuppressedPeople, "latest" | "areLatest">;
  /** Whether a send's next email may go now: nothing stops it, and no other send goes first. */
  mayGo(send: StoredSend): boolean;
  /**
   * Notes a send that the slice itself has just written; the watch reports it only a moment later.
   */
  wrote(send: StoredSend): void;
  /** Follows no longer. */
  end(): void;
}

/**
 * Follows a user's active sends, what stops them, and the version of the list of people who aren't
 * emailed; resolves once each first answer has arrived.
 */
export async function followActiveSends(engine: Engine, uid: string): Promise<ActiveSends> {
  let seen: StoredSend[] | undefined;
  let isStopped: boolean | undefined;
  const suppressed = suppressedPeople(engine, uid);
  let broken: unknown;
  const written = new Map<string, StoredSend>();
  const ends: (() => void)[] = [];
  const end = () => {
    for (const endOne of ends) endOne();
  };
  await new Promise<void>((resolve, reject) => {
    const noted = () => {
      if (seen !== undefined && isStopped !== undefined && suppressed.isKnown()) resolve();
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
    const onList = (list: ListDoc | null) => {
      if (suppressed.see(list)) noted();
      else fail(new Error("A list of people who aren't emailed was deleted."));
    };
    ends.push(engine.ledger.watchSuppressions(uid, onList, fail));
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
    suppressed: {
      latest: () => unlessBroken(suppressed, suppressed).latest(),
      areLatest: (keys) => unlessBroken(suppressed, suppressed).areLatest(keys),
    },
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
