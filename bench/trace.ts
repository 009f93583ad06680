/** An event of a trace of Chromium's, as far as it is looked at; times in microseconds. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of `dur`, what the thread had a processor for: what else runs on the machine does not count. */
  tdur?: number;
  args?: { data?: { type?: string } };
}

/** A stretch of time of the main thread's, and the milliseconds of work in it. */
interface Task {
  begin: number;
  end: number;
  work: number;
}

/** What a page's main thread did in the time of a trace. */
export interface MainThread {
  tasks: Task[];
  /** When each frame was handed on to be drawn. */
  frames: number[];
  /** When something was done to the page or marked by it, by what it was. */
  times(what: string): number[];
}

/** The mark (`performance.mark`) by which a page's main thread is known among those of a browser. */
export const MARK = "bench";

/** The main thread of the page that has set the mark in a browser's trace. */
export function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const mark = events.find(({ name }) => name === MARK);
  if (!mark) throw new Error("No page of the trace has set the mark.");
  const own = events
    .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
    .sort((one, other) => one.ts - other.ts);
  return {
    tasks: own.filter(({ name }) => name === "RunTask").map(taskOf),
    frames: own.filter(({ name }) => name === "Commit").map(({ ts }) => ts),
    times: (what) => own.filter((event) => isOf(event, what)).map(({ ts }) => ts),
  };
}

function taskOf({ ts, dur = 0, tdur = dur }: TraceEvent): Task {
  return { begin: ts, end: ts + dur, work: tdur / 1_000 };
}

function isOf({ name, args }: TraceEvent, what: string): boolean {
  return name === what || (name === "EventDispatch" && args?.data?.type === what);
}

/** The milliseconds of work of all tasks that touch the time between `from` and `to`. */
export function workBetween({ tasks }: MainThread, from: number, to: number): number {
  return tasks.filter(({ begin, end }) => end >= from && begin <= to).reduce((sum, { work }) => sum + work, 0);
}

/** What the browser tells a page of a key. */
const OF_A_KEY = ["keydown", "keypress", "beforeinput", "textInput", "input"];

/**
 * For each key, the milliseconds of work that its frame has to wait for: the tasks that handle the key, the one that
 * draws the frame, and the longest of those between, which may stand in the way. A task that yields to a frame keeps
 * none waiting.
 */
export function workOfKeys(thread: MainThread): number[] {
  const handled = OF_A_KEY.flatMap((what) => thread.times(what));
  return thread.times("keydown").flatMap((from) => {
    const frame = thread.frames.find((at) => at > from);
    if (frame === undefined) return [];
    const needed = [...handled.filter((at) => at >= from && at <= frame), frame];
    let [work, between] = [0, 0];
    for (const task of thread.tasks.filter(({ begin, end }) => end >= from && begin <= frame)) {
      if (needed.some((at) => at >= task.begin && at <= task.end)) work += task.work;
      else between = Math.max(between, task.work);
    }
    return [work + between];
  });
}

/** For each frame, the milliseconds of work since the one before; a task in which a frame is handed on belongs to it. */
export function workOfFrames({ tasks, frames }: MainThread): number[] {
  const works = frames.map(() => 0);
  for (const { begin, work } of tasks) {
    const index = frames.findIndex((at) => at >= begin);
    if (index >= 0) works[index] = (works[index] ?? 0) + work;
  }
  return works;
}

/** The longest task, in milliseconds of work. */
export function longestTask({ tasks }: MainThread): number {
  return Math.max(0, ...tasks.map(({ work }) => work));
}
