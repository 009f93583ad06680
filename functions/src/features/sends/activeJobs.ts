import { isActive, type Job } from "../../store/sendsJobs.ts";
import type { Engine } from "./engine.ts";

/** A user's sends that a worker has something to do for, kept up to date while a slice runs. */
export interface ActiveJobs {
  /**
   * The send that goes first: Direct and test sends before bulk ones, then the oldest; none that was set aside. Throws
   * when the watch broke.
   */
  first(): Job | undefined;
  /** Takes a send that cannot go on for now: in this slice it keeps no other waiting. */
  setAside(id: string): void;
  all(): Job[];
  /** Takes a send as the slice itself has just written it; the watch tells of it only a moment later. */
  wrote(job: Job): void;
  stop(): void;
}

/** Takes a user; follows their active sends, and is ready once the first answer is there. */
export async function followActiveJobs(engine: Engine, uid: string): Promise<ActiveJobs> {
  let seen: Job[] = [];
  let broken: unknown;
  const written = new Map<string, Job>();
  const stop = await new Promise<() => void>((resolve, reject) => {
    const end = engine.ledger.watchActiveJobs(
      uid,
      (jobs) => {
        seen = jobs;
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
    const current = seen.map((job) => newer(job, written.get(job.id)));
    return current.filter(isActive).sort((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt);
  };
  const aside = new Set<string>();
  const first = () => all().find(({ id }) => !aside.has(id));
  const setAside = (id: string) => void aside.add(id);
  return { first, setAside, all, wrote: (job) => written.set(job.id, job), stop };
}

function newer(seen: Job, written: Job | undefined): Job {
  return written && written.updateTime.valueOf() >= seen.updateTime.valueOf() ? written : seen;
}

function rank({ kind }: Job): number {
  return kind === "direct" || kind === "test" ? 0 : 1;
}
