/** Limits how many calls of each caller run at the same time in this instance. A caller's other calls wait. */
export class CallQueue {
  readonly #atOnce: number;
  /** By caller, while one of their calls runs: the waiting ones. */
  readonly #callers = new Map<string, { working: number; waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs a caller's work when it is its turn. Returns its result, or throws its error. */
  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#callers.get(caller) ?? { working: 0, waiting: [] };
    this.#callers.set(caller, own);
    if (own.working >= this.#atOnce) await new Promise<void>((begin) => own.waiting.push(begin));
    else own.working += 1;
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else own.working -= 1;
      if (own.working === 0) this.#callers.delete(caller);
    }
  }
}
