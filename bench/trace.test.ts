import { describe, expect, it } from "vitest";
import {
  MARK,
  type TraceEvent,
  timeOf,
  workOfFrames,
  workOfInteractions,
  workOfKeys,
} from "./trace.ts";

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
const key = (at: number): TraceEvent => ({
  ...event("EventDispatch", at),
  args: { data: { type: "keydown" } },
});

describe("a trace", () => {
  it("reports the work that each key's frame waits for, and only the longest work in between", () => {
    const events = [
      ...[event(MARK, 0), task(10, 4), key(11), task(15, 6), event("Commit", 20), task(30, 20)],
      ...[task(60, 2), key(61), task(62, 2), task(64, 4), task(68, 2), event("Commit", 69)],
      task(15, 100, { pid: 1, tid: 2 }),
    ];
    expect(workOfKeys(events)).toEqual([5, 4]);
  });

  it("reports a click once, by the event that takes longest", () => {
    const on = (type: string, at: number): TraceEvent => ({
      ...event("EventDispatch", at),
      args: { data: { type } },
    });
    const events = [
      ...[event(MARK, 0), task(10, 8), on("mousedown", 11), event("Commit", 17)],
      ...[task(30, 4), on("mouseup", 31), on("click", 32), event("Commit", 33)],
      ...[task(60, 2), key(61), event("Commit", 61.5)],
    ];
    expect(workOfInteractions(events)).toEqual([4, 1]);
  });

  it("reports a time without that in which the page had a task but no processor", () => {
    const mark = { ...event(MARK, 100), args: { data: { startTime: 60 } } };
    // The page's clock began 40 ms after the trace: of the first task, half is inside.
    const events = [task(45, 10), task(60, 20), task(90, 8), mark, task(62, 4, { pid: 1, tid: 2 })];
    expect(timeOf(events, { begin: 10, end: 52 })).toBe(42 - 2.5 - 10 - 1);
  });

  it("reports the work since the frame before, and none after the last frame", () => {
    const events = [
      event(MARK, 0),
      task(1, 4),
      task(6, 2),
      event("Commit", 7),
      task(8, 4),
      event("Commit", 30),
      task(31, 8),
    ];
    expect(workOfFrames(events)).toEqual([3, 2]);
  });

  it("finds nothing without the mark", () => {
    expect(() => workOfKeys([task(1, 1)])).toThrow("No page of the trace has set the mark.");
  });
});
