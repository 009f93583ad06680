import { type Endpoint, expose } from "comlink";
import { vi } from "vitest";

type Listener = (event: { data: unknown }) => void;

/** One end of a channel: messages posted to it arrive at the other end. */
class End {
  readonly #listeners = new Set<Listener>();
  isOpen = true;
  other?: End;

  addEventListener(type: string, listener: Listener) {
    if (type === "message") this.#listeners.add(listener);
  }
  removeEventListener(_type: string, listener: Listener) {
    this.#listeners.delete(listener);
  }
  postMessage(data: unknown) {
    queueMicrotask(() => this.other?.hear(data));
  }
  terminate() {
    this.isOpen = false;
  }
  hear(data: unknown) {
    if (this.isOpen) for (const listener of [...this.#listeners]) listener({ data });
  }
}

/**
 * Replaces the browser's workers; each exposes a new object, made for the address of its script.
 * Nothing is cloned on the way.
 */
export function fakeWorker(makeInside: (address: string) => object): void {
  vi.stubGlobal(
    "Worker",
    class extends End {
      constructor(address: URL) {
        super();
        const inside = new End();
        inside.other = this;
        this.other = inside;
        expose(makeInside(String(address)), inside as unknown as Endpoint);
      }
    },
  );
}
