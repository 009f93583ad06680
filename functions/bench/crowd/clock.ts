import type { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { firestore } from "../../src/platform/firebase.ts";

/** Between two calls of the database a task may take some turns of the event loop for itself. */
const TURNS = 12;

/** The two funnels through which every call of Firestore's client goes. */
interface Funnels {
  request(method: string, ...rest: unknown[]): Promise<unknown>;
  requestStream(method: string, ...rest: unknown[]): Promise<EventEmitter>;
}

/**
 * A clock that stands still while anybody works or waits for Firestore, and then goes on to the next time that somebody waits
 * for: what it measures is what the design has people wait for, whatever machine it runs on.
 */
export class StandingClock {
  #now = Date.now();
  #working = 0;
  #whenCalm = () => {};
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  readonly now = () => this.#now;
  readonly sleep = (ms: number) => this.until(this.#now + ms);

  until(time: number): Promise<void> {
    if (time <= this.#now) return Promise.resolve();
    return new Promise((wake) => this.#sleepers.push({ until: time, wake }));
  }

  /** Stands still until this has happened. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work;
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#whenCalm();
    }
  }

  /** Stands still from now on whenever Firestore is asked for something; not for what it tells by itself. */
  followFirestore(): void {
    const client = firestore() as unknown as Funnels;
    const { request, requestStream } = client;
    client.request = (...call) => this.during(request.apply(client, call));
    client.requestStream = async (method, ...rest) => {
      const begun = requestStream.call(client, method, ...rest);
      if (method === "listen") return begun;
      const stream = await this.during(begun);
      void this.during(new Promise<void>((over) => followToEnd(stream, over)));
      return stream;
    };
  }

  /** Lets time pass until something has come to its end; returns what that gave. */
  async run<T>(whole: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    whole.then(end, end);
    for (;;) {
      await this.#calm();
      if (isOver) return whole;
      const next = Math.min(...this.#sleepers.map(({ until }) => until));
      if (next === Number.POSITIVE_INFINITY) throw new Error("Nobody works and nobody waits, and yet it is not over.");
      this.#now = next;
      const due = this.#sleepers.filter(({ until }) => until <= next);
      this.#sleepers.splice(0, this.#sleepers.length, ...this.#sleepers.filter(({ until }) => until > next));
      for (const { wake } of due) wake();
    }
  }

  async #calm(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns += 1) {
      await turn();
      if (this.#working === 0) continue;
      turns = -1;
      await new Promise<void>((calm) => {
        this.#whenCalm = calm;
      });
    }
  }
}

/** Looks at what passes without taking part: a listener would set the stream flowing before its reader is there. */
function followToEnd(stream: EventEmitter, over: () => void): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string, ...args: unknown[]) => {
    const heard = emit(event, ...args);
    if (event === "end" || event === "error" || event === "close") over();
    return heard;
  };
}
