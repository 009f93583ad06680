import { type Remote, wrap } from "comlink";

interface RunningWorker<Work> {
  work: Remote<Work>;
  /** Rejects when the worker no longer answers. */
  stopped: Promise<never>;
  stop: (reason: unknown) => void;
}

/** A worker that starts with the first request, and again with the next one after it was stopped. */
export class StoppableWorker<Work> {
  readonly #start: () => Worker;
  readonly #broken: () => unknown;
  #running: RunningWorker<Work> | null = null;

  /** `broken` makes the error of requests to a worker that fails. */
  constructor(start: () => Worker, broken: () => unknown) {
    this.#start = start;
    this.#broken = broken;
  }

  /** Rejects with the reason if the worker is stopped before it answers. */
  async ask<T>(ask: (work: Remote<Work>) => Promise<T>): Promise<T> {
    this.#running ??= this.#run();
    return await Promise.race([ask(this.#running.work), this.#running.stopped]);
  }

  stop(reason: unknown): void {
    this.#running?.stop(reason);
  }

  #run(): RunningWorker<Work> {
    const worker = this.#start();
    const ending = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
    });
    stopped.catch(() => undefined); // everyone waiting gets the error from the race
    const stop = (reason: unknown) => {
      worker.terminate();
      this.#running = null;
      ending.abort(reason);
    };
    worker.addEventListener("error", () => stop(this.#broken()));
    return { work: wrap<Work>(worker), stopped, stop };
  }
}
