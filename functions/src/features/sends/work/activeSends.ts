import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import type { Engine } from "../engine.ts";

/** A rest ends this much earlier, because the task that ends it may run on another clock. */
const CLOCKS_DIFFER_MS = 5_000;

/** A user's sends that need a worker, kept up to date while a slice runs. */
export interface ActiveSends {
  /**
   * The send that goes first: Direct and test sends before bulk ones, then the oldest. A send that rests after a fault
   * doesn't delay the others. Throws if the watch broke.
   */
  first(): StoredSend | undefined;
  all(): StoredSend[];
  /** Notes a send that the slice itself has just written; the watch reports it only a moment later. */
  wrote(send: StoredSend): void;
  stop(): void;
}

/** Follows a user's active sends; resolves once the first answer arrives. */
export async function followActiveSends(engine: Engine, uid: string): Promise<ActiveSends> {
  let seen: StoredSend[] = [];
  let broken: unknown;
  const written = new Map<string, StoredSend>();
  const stop = await new Promise<() => void>((resolve, reject) => {
    const end = engine.ledger.watchActiveSends(
      uid,
      (sends) => {
        seen = sends;
        resolve(() => end());
      },
      (cause) => {
        broken = cause ?? new Error("The watch on the active sends ended.");
        reject(broken);
      },
    );
  });
  const all = () => {
    if (broken !== undefined) throw broken;
    const current = seen.map((send) => newer(send, written.get(send.id)));
    return current.filter(isActive).sort((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt);
  };
  const first = () => all().find((send) => send.faults === 0 || nextSliceOf(send) <= engine.now() + CLOCKS_DIFFER_MS);
  return { first, all, wrote: (send) => written.set(send.id, send), stop };
}

function newer(seen: StoredSend, written: StoredSend | undefined): StoredSend {
  return written && written.updateTime.valueOf() >= seen.updateTime.valueOf() ? written : seen;
}

function rank({ kind }: StoredSend): number {
  return kind === "direct" || kind === "test" ? 0 : 1;
}
