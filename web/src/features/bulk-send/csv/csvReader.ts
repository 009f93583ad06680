import { AppError } from "@sendwright/functions/contract";
import type { CheckResult, CsvTable } from "@sendwright/functions/core";
import { type Remote, wrap } from "comlink";
import type { CsvAnswer, CsvDesk, CsvRequest } from "./csvDesk.ts";

/** A worker that runs; `stopped` rejects when it answers no more. */
interface Running {
  desk: Remote<CsvDesk>;
  stopped: Promise<never>;
  stop: (message: string) => void;
}

/** The worker that reads files, seen from the page. It starts with the first file and lives as long as the screen. */
export class CsvReader {
  #running: Running | null = null;

  /** Takes a file or pasted text; gives its table. Throws AppError with the reader's words. */
  async read(request: Omit<Extract<CsvRequest, { kind: "read" }>, "kind">): Promise<CsvTable> {
    const answer = await this.#ask({ kind: "read", ...request });
    if (answer.kind !== "table") throw refusal(answer);
    return answer.table;
  }

  /** Takes how the table that was read last is to be sent; gives what the check finds. Throws AppError. */
  async check(request: Omit<Extract<CsvRequest, { kind: "check" }>, "kind">): Promise<CheckResult> {
    const answer = await this.#ask({ kind: "check", ...request });
    if (answer.kind !== "checked") throw refusal(answer);
    return answer.result;
  }

  /** Stops the worker; a later request starts a new one. */
  close(): void {
    this.#running?.stop("The reading was stopped.");
  }

  #ask(request: CsvRequest): Promise<CsvAnswer> {
    this.#running ??= this.#start();
    return Promise.race([this.#running.desk.answer(request), this.#running.stopped]);
  }

  #start(): Running {
    const worker = new Worker(new URL("./csvWorker.ts", import.meta.url), { type: "module" });
    const ending = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
    });
    stopped.catch(() => undefined); // whoever waits is told by the race; nobody may be waiting
    const stop = (message: string) => {
      worker.terminate();
      this.#running = null;
      ending.abort(new AppError("csv_unreadable", message));
    };
    worker.addEventListener("error", () => stop("CSV Parsing Error: The file could not be read in this browser."));
    return { desk: wrap<CsvDesk>(worker), stopped, stop };
  }
}

function refusal(answer: CsvAnswer): AppError {
  if (answer.kind !== "refused")
    return new AppError("csv_unreadable", "CSV Parsing Error: The file could not be read.");
  return new AppError(answer.reason, answer.message);
}
