import { describe, expect, it } from "vitest";
import { longestTask, MARK, mainThreadOf, type TraceEvent, workBetween, workOfFrames, workOfKeys } from "./trace.ts";

const page = { pid: 1, tid: 1 };
/** A task of so many milliseconds, of which the thread had a processor for half. */
const task = (at: number, ms: number, thread = page): TraceEvent => ({
  ...thread,
  name: "RunTask",
  ts: at * 1_000,
  dur: ms * 1_000,
  tdur: ms * 500,
});
const event = (name: string, at: number): TraceEvent => ({ ...page, name, ts: at * 1_000 });
const key = (at: number): TraceEvent => ({ ...event("EventDispatch", at), args: { data: { type: "keydown" } } });

const thread = mainThreadOf([
  event(MARK, 0),
  task(10, 4),
  key(11),
  task(15, 6),
  event("Commit", 20),
  task(30, 20),
  task(60, 2),
  key(61),
  task(62, 2),
  task(64, 4),
  task(68, 2),
  event("Commit", 69),
  task(15, 100, { pid: 1, tid: 2 }),
]);

describe("a trace", () => {
  it("holds what one page's main thread had a processor for", () => {
    expect(thread.tasks.map(({ work }) => work)).toEqual([2, 3, 10, 1, 1, 2, 1]);
    expect(longestTask(thread)).toBe(10);
    expect(workBetween(thread, 32_000, 60_000)).toBe(11);
  });

  it("tells the work that each key's frame has to wait for: of what lies between only the longest", () => {
    expect(workOfKeys(thread)).toEqual([5, 4]);
  });

  it("tells the work of each frame", () => {
    expect(workOfFrames(thread)).toEqual([5, 15]);
  });

  it("is none without the mark", () => {
    expect(() => mainThreadOf([task(1, 1)])).toThrow("No page of the trace has set the mark.");
  });
});
