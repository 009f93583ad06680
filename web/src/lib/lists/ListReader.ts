import { AppError } from "@sendwright/core/contract";
import type { PageCheck } from "@sendwright/core/list/belonging";
import type { CheckSettings } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import type { OtherPeople } from "@sendwright/core/list/otherPeople";
import type { Remote } from "comlink";
import { StoppableWorker } from "../StoppableWorker.ts";
import type { ListWork, ReadList, ReadRequest, WorkerAnswer } from "./listWork.ts";
import { AS_DETECTED, type Reading } from "./reading.ts";

/** How long a workbook may take, once its library is loaded. */
const MAX_READING_MS = 5_000;
const TOO_LONG =
  "This workbook takes too long to read. Copy the sheet with your people into a workbook of its own.";
const STOPPED = "We stopped reading the list.";
const REFUSED_BY_BROWSER = "CSV Parsing Error: The list could not be read in this browser.";

/** A request that is stopped before its answer. */
class StoppedRequest extends AppError {}

/**
 * The page's side of the worker that reads and checks lists. The worker starts with the first
 * request and ends with the screen.
 */
export class ListReader {
  readonly #worker = new StoppableWorker<ListWork>(
    () => new Worker(new URL("./listWorker.ts", import.meta.url), { type: "module" }),
    () => new AppError("csv_unreadable", REFUSED_BY_BROWSER),
  );

  /**
   * Reads a file or a pasted text, until `signal` aborts. Throws AppError in the words of
   * `ListWork`, or if a workbook takes too long.
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadList> {
    return this.#inTime(request, (work) => work.read(request), signal);
  }

  /** Reads the people of another list, to compare them with one of these columns. Throws as `read` does. */
  people(request: ReadRequest, columns: readonly string[]): Promise<OtherPeople> {
    return this.#inTime(request, (work) => work.people(request, columns));
  }

  /** Checks a list. Throws AppError. */
  check(list: List, checking: CheckSettings): Promise<PageCheck> {
    return this.#untilAnswered(() => this.#ask((work) => work.check(list, checking)));
  }

  /** Stops the worker; a later request starts a new one. */
  close(): void {
    this.#worker.stop(new AppError("csv_unreadable", STOPPED));
  }

  #inTime<T>(
    request: ReadRequest,
    ask: (work: Remote<ListWork>) => Promise<WorkerAnswer<T>>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#untilAnswered(async (stop) => {
      const abort = () => stop(STOPPED);
      let timer: ReturnType<typeof setTimeout> | undefined;
      signal?.addEventListener("abort", abort);
      try {
        const isWorkbook = await this.#ask((work) => work.prepare(request));
        if (isWorkbook) timer = setTimeout(() => stop(TOO_LONG), MAX_READING_MS);
        return await this.#ask(ask);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      }
    });
  }

  /** Repeats a request that failed only because another one was stopped, and the worker with it. */
  async #untilAnswered<T>(run: (stop: (message: string) => void) => Promise<T>): Promise<T> {
    const own = new AbortController();
    own.signal.addEventListener("abort", () => this.#worker.stop(own.signal.reason));
    try {
      return await run((message) => own.abort(new StoppedRequest("csv_unreadable", message)));
    } catch (error) {
      if (!(error instanceof StoppedRequest) || own.signal.aborted) throw error;
      return await this.#untilAnswered(run);
    }
  }

  async #ask<T>(ask: (work: Remote<ListWork>) => Promise<WorkerAnswer<T>>): Promise<T> {
    const answer = await this.#worker.ask(ask);
    if ("refused" in answer) throw new AppError(answer.refused.reason, answer.refused.message);
    return answer.value;
  }
}

/** Reads a list's file with a worker of its own. Throws AppError. */
export async function readListFile(
  file: File,
  reading: Partial<Reading> = {},
): Promise<Pick<ReadList, "list" | "delimiter" | "workbook">> {
  const reader = new ListReader();
  const source = { kind: "file", name: file.name } as const;
  try {
    const { list, delimiter, workbook } = await reader.read({
      source,
      content: file,
      reading: { ...AS_DETECTED, ...reading },
    });
    return { list: { ...list, source }, delimiter, workbook };
  } finally {
    reader.close();
  }
}
