/** An event of a trace of Chromium's, as far as it is read; times in microseconds. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of `dur`, the time that the thread had a processor: other programs don't count. */
  tdur?: number;
  /** `startTime`: of a mark, in milliseconds of the page's clock. */
  args?: { data?: { type?: string; startTime?: number } };
}

/** Two times of a page's clock (`performance.now`), in milliseconds. */
export interface PageTimes {
  begin: number;
  end: number;
}

/** The mark (`performance.mark`) that tells a page's main thread from the browser's others. */
export const MARK = "bench";
/** The events that a key or a click causes in a page. */
const OF_A_KEY = ["keydown", "keypress", "beforeinput", "textInput", "input"];
const OF_A_CLICK = ["mousedown", "mouseup", "click"];
/** A person may wait for the effect of each of these. */
const BEGINNINGS = ["keydown", ...OF_A_CLICK];

/**
 * What the main thread of the page that has set the mark did: the events, and the tasks with their
 * milliseconds of work.
 */
function mainThread(events: readonly TraceEvent[]) {
  const mark = events.find(({ name }) => name === MARK);
  if (!mark) throw new Error("No page of the trace has set the mark.");
  const own = events
    .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
    .sort((one, other) => one.ts - other.ts);
  const tasks = own
    .filter(({ name }) => name === "RunTask")
    .map(({ ts, dur = 0, tdur = dur }) => ({ begin: ts, end: ts + dur, work: tdur / 1_000 }));
  const frames = own.filter(({ name }) => name === "Commit").map(({ ts }) => ts);
  return { own, tasks, frames };
}

/**
 * The milliseconds of a span, less those in which the page's main thread had a task but no
 * processor: other programs had it.
 */
export function timeOf(events: readonly TraceEvent[], { begin, end }: PageTimes): number {
  const mark = events.find(({ name }) => name === MARK);
  const zero = (mark?.ts ?? 0) - (mark?.args?.data?.startTime ?? Number.NaN) * 1_000;
  const [from, to] = [zero + begin * 1_000, zero + end * 1_000];
  const waits = mainThread(events).tasks.map((task) => {
    const whole = task.end - task.begin;
    const inside = Math.min(task.end, to) - Math.max(task.begin, from);
    return inside > 0 ? (inside / whole) * (whole / 1_000 - task.work) : 0;
  });
  return end - begin - waits.reduce((sum, each) => sum + each, 0);
}

/** For each frame, the milliseconds of work since the frame before. */
export function workOfFrames(events: readonly TraceEvent[]): number[] {
  const { tasks, frames } = mainThread(events);
  const works = frames.map(() => 0);
  for (const { begin, work } of tasks) {
    const frame = frames.findIndex((at) => at >= begin);
    if (frame >= 0) works[frame] = (works[frame] ?? 0) + work;
  }
  return works;
}

/**
 * For each key, the milliseconds of work that its frame waits for: the tasks that handle the key,
 * the one that draws the frame, and the longest of those between, which may be in the way. A task
 * that yields to a frame keeps none waiting.
 */
export function workOfKeys(events: readonly TraceEvent[]): number[] {
  return workToFrames(events, OF_A_KEY).map(({ work }) => work);
}

/** For each click or key, the same; of a click, for the one of its events that takes longest. */
export function workOfInteractions(events: readonly TraceEvent[]): number[] {
  const works: number[] = [];
  for (const { type, work } of workToFrames(events, [...OF_A_KEY, ...OF_A_CLICK])) {
    if (type === "click" || type === "mouseup") works.push(Math.max(work, works.pop() ?? 0));
    else works.push(work);
  }
  return works;
}

/** Of the events of these types, each of {@link BEGINNINGS} with its work to the frame. */
function workToFrames(
  events: readonly TraceEvent[],
  types: readonly string[],
): { type: string; work: number }[] {
  const { own, tasks, frames } = mainThread(events);
  const typeOf = ({ args }: TraceEvent) => args?.data?.type ?? "";
  const handled = own.filter(
    (event) => event.name === "EventDispatch" && types.includes(typeOf(event)),
  );
  return handled.flatMap((event) => {
    const { ts: from } = event;
    const type = typeOf(event);
    const frame = frames.find((at) => at > from);
    if (!BEGINNINGS.includes(type) || frame === undefined) return [];
    const needed = [
      ...handled.map(({ ts }) => ts).filter((at) => at >= from && at <= frame),
      frame,
    ];
    const before = tasks.filter(({ begin, end }) => end >= from && begin <= frame);
    const isNeeded = ({ begin, end }: (typeof tasks)[number]) =>
      needed.some((at) => at >= begin && at <= end);
    const between = before.filter((task) => !isNeeded(task)).map(({ work }) => work);
    const work =
      before.filter(isNeeded).reduce((sum, task) => sum + task.work, 0) + Math.max(0, ...between);
    return [{ type, work }];
  });
}
