import { vi } from "vitest";

type Listener = (event: MessageEvent) => void;

/** Takes what a worker does with each message; stands in for the browser's workers, each of which answers through `post`. */
export function fakeWorker(makeWorker: () => (data: unknown, post: (answer: unknown) => void) => void): void {
  vi.stubGlobal(
    "Worker",
    class {
      readonly #listeners: Listener[] = [];
      readonly #receive = makeWorker();
      #isRunning = true;

      addEventListener(type: string, listener: Listener) {
        if (type === "message") this.#listeners.push(listener);
      }
      postMessage(data: unknown) {
        this.#receive(data, (answer) => {
          if (!this.#isRunning) return;
          for (const listener of this.#listeners) listener({ data: answer } as MessageEvent);
        });
      }
      terminate() {
        this.#isRunning = false;
      }
    },
  );
}
