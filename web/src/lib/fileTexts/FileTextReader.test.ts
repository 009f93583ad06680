import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { FileTextReader } from "./FileTextReader.ts";

let started: number;
/** Called when the reading of a file begins that never ends. */
let stuck: () => void;
/** How long the reader's script loads. */
let prepared: Promise<void>;

beforeEach(() => {
  started = 0;
  stuck = () => undefined;
  prepared = Promise.resolve();
  vi.useFakeTimers();
  fakeWorker(() => {
    started += 1;
    return {
      prepare: async () => await prepared,
      read: async (file: Blob) => {
        if (file.size > 1) {
          stuck();
          await new Promise(() => undefined);
        }
        return { text: "read", pages: 1 };
      },
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const quick = (hash: string) => ({ hash, file: new Blob(["a"]) });
const endless = (hash: string) => ({ hash, file: new Blob(["ab"]) });

interface Reading {
  texts: Map<string, string | null>;
  end: Promise<void>;
  stop: AbortController;
}

function reading(...files: { hash: string; file: Blob }[]): Reading {
  const texts = new Map<string, string | null>();
  const stop = new AbortController();
  const found = (hash: string, { text }: { text: string | null }) => void texts.set(hash, text);
  return { texts, stop, end: new FileTextReader().readAll(files, found, stop.signal) };
}

const isStuck = () =>
  new Promise<void>((resolve) => {
    stuck = resolve;
  });

it("ends a file after 5 s, and reads the next one in a new worker", async () => {
  const begun = isStuck();
  const { texts, end } = reading(quick("a"), endless("b"), quick("c"));
  await begun;
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(texts.has("b")).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect([...texts]).toEqual([
    ["a", "read"],
    ["b", null],
    ["c", "read"],
  ]);
  expect(started).toBe(2);
});

it("doesn't check the rest when the person skips it", async () => {
  const begun = isStuck();
  const { texts, stop, end } = reading(endless("a"), quick("b"));
  await begun;
  stop.abort();
  await end;
  expect([...texts]).toEqual([
    ["a", null],
    ["b", null],
  ]);
});

it("takes two minutes at most for all files", async () => {
  const files = Array.from({ length: 30 }, (_, i) => endless(`${i}`));
  const { texts, end } = reading(...files);
  for (let seconds = 0; seconds < 130; seconds += 5) await vi.advanceTimersByTimeAsync(5_000);
  await end;
  expect(texts.size).toBe(30);
  // Each takes 5 s: after 25, two minutes are over, and no worker starts for the others.
  expect(started).toBeLessThanOrEqual(25);
});

it("takes two minutes at most even if its script never loads", async () => {
  prepared = new Promise(() => undefined);
  const { texts, end } = reading(quick("a"), quick("b"));
  await vi.advanceTimersByTimeAsync(120_000);
  await end;
  expect([...texts]).toEqual([
    ["a", null],
    ["b", null],
  ]);
  expect(started).toBe(1);
});
